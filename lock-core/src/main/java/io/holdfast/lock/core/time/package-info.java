/**
 * Monotonic time and deadlines. The door is {@link io.holdfast.lock.core.time.Deadline}; any
 * thread.
 */
@NullMarked
package io.holdfast.lock.core.time;

import org.jspecify.annotations.NullMarked;
