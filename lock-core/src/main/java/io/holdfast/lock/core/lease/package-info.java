/**
 * Leases and their renewal. The door is {@link io.holdfast.lock.core.lease.Watchdog}, which has the
 * one timer thread of a client.
 */
@NullMarked
package io.holdfast.lock.core.lease;

import org.jspecify.annotations.NullMarked;
