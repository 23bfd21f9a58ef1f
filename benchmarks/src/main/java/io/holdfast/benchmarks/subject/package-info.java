/**
 * What is measured: Holdfast, its peers and the limit, behind one small interface. The door is
 * {@link io.holdfast.benchmarks.subject.Subject}.
 */
@NullMarked
package io.holdfast.benchmarks.subject;

import org.jspecify.annotations.NullMarked;
