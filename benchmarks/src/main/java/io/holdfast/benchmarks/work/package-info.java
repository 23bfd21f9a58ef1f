/**
 * One JVM's work with locks, and JVMs that do it. The door is {@link
 * io.holdfast.benchmarks.work.Workers}; a worker's threads enter {@link
 * io.holdfast.benchmarks.work.Section}.
 */
@NullMarked
package io.holdfast.benchmarks.work;

import org.jspecify.annotations.NullMarked;
