/**
 * The local side of a lock: the waiters and owners of this client, and how a hold is passed on
 * without the network. The doors are {@link io.holdfast.lock.core.gate.GateLock} for users and
 * {@link io.holdfast.lock.core.gate.Gate} for readers of the code and authors of a kind of lock: a
 * module brings a {@link io.holdfast.lock.core.gate.GateFactory}, and may have gates of its own,
 * and views over a {@link io.holdfast.lock.core.gate.Doorway}. Any thread enters; a gate's monitor
 * is never held while waiting or while user code runs.
 */
@NullMarked
package io.holdfast.lock.core.gate;

import org.jspecify.annotations.NullMarked;
