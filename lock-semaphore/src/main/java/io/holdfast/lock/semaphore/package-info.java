/**
 * Permits and latches. Start at {@link io.holdfast.lock.semaphore.Semaphores}; any thread may use
 * it. Pools are in {@code .pool}, semaphores and latches in {@code .count}; both packages are
 * internal to this module. The scripts beside the class files are those in which they differ from
 * an exclusive lock.
 */
@NullMarked
package io.holdfast.lock.semaphore;

import org.jspecify.annotations.NullMarked;
