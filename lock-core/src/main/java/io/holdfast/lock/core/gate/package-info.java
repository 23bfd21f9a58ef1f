/**
 * The local side of a lock: the waiters and owners of this client, and how a hold is passed on
 * without the network. A kind of lock is built of it, as the plain lock is in {@code core.lock}: it
 * brings a {@link io.holdfast.lock.core.gate.GateFactory}, a subclass of {@link
 * io.holdfast.lock.core.gate.Gate}, and views over a {@link io.holdfast.lock.core.gate.Doorway}.
 * Any thread enters; a gate's monitor is never held while waiting or while user code runs.
 */
@NullMarked
package io.holdfast.lock.core.gate;

import org.jspecify.annotations.NullMarked;
