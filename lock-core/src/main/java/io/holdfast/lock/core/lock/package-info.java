/**
 * The plain lock: its door, {@link io.holdfast.lock.core.lock.GateLock}, which the fair lock, both
 * sides of a read-write lock and the quorum lock have, too, and its gate. Any thread enters; the
 * gate is guarded by its monitor.
 */
@NullMarked
package io.holdfast.lock.core.lock;

import org.jspecify.annotations.NullMarked;
