/**
 * The local side of an exclusive lock: who of this client waits, who owns, and how a hold is passed
 * on without the network. The doors are {@link io.holdfast.lock.core.gate.GateLock} for users and
 * {@link io.holdfast.lock.core.gate.Gate} for readers. Any thread enters; a gate's monitor is never
 * held while waiting or while user code runs.
 */
@NullMarked
package io.holdfast.lock.core.gate;

import org.jspecify.annotations.NullMarked;
