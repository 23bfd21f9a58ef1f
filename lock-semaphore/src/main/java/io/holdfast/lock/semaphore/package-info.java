/**
 * Pools of permits. The door is {@link io.holdfast.lock.semaphore.Semaphores}; any thread. What
 * lies here besides are the scripts in which a pool differs from a lock that one has at a time: who
 * has how many, and who is next.
 */
@NullMarked
package io.holdfast.lock.semaphore;

import org.jspecify.annotations.NullMarked;
