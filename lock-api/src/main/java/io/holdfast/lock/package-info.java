/**
 * Distributed locks behind the {@code java.util.concurrent} interfaces.
 *
 * <p>Start at {@link io.holdfast.lock.DistributedLock} and {@link
 * io.holdfast.lock.DistributedReadWriteLock}, a pair of them; one turn of one owner is a {@link
 * io.holdfast.lock.Hold} with its fencing token. All types are safe for use by any thread, virtual
 * threads included.
 */
@NullMarked
package io.holdfast.lock;

import org.jspecify.annotations.NullMarked;
