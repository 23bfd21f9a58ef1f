/**
 * What every kind of lock is built from: acquisitions with their questions, grants, renewals and
 * releases. The door is {@link io.holdfast.lock.core.engine.Acquisition}. Threads of callers, of
 * the network event loop and of the watchdog enter, each under the monitor of the gate concerned.
 */
@NullMarked
package io.holdfast.lock.core.engine;

import org.jspecify.annotations.NullMarked;
