/**
 * Permits and latches. The door is {@link io.holdfast.lock.semaphore.Semaphores}; any thread. Pools
 * are in {@code .pool}, semaphores and latches in {@code .count}; both are seen by this module
 * alone. Beside the class files lie the scripts in which they differ from a lock that one has at a
 * time.
 */
@NullMarked
package io.holdfast.lock.semaphore;

import org.jspecify.annotations.NullMarked;
