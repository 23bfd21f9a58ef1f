package io.holdfast.kotlin

import io.holdfast.lock.AcquireOptions
import io.holdfast.lock.Lease
import kotlin.time.Duration
import kotlin.time.toJavaDuration

/**
 * Waits no longer than this; zero or less does not wait, [Duration.INFINITE] and other values too
 * large saturate.
 */
public fun AcquireOptions.waitAtMost(maxWait: Duration): AcquireOptions =
  waitAtMost(maxWait.toJavaDuration())

/**
 * A lease of this length, renewed while the hold lasts.
 *
 * @throws IllegalArgumentException if the length is out of the bounds of [Lease]
 */
public fun renewedLease(length: Duration): Lease.Renewed = Lease.renewed(length.toJavaDuration())

/**
 * A lease of this length that is not renewed.
 *
 * @throws IllegalArgumentException if the length is out of the bounds of [Lease]
 */
public fun fixedLease(length: Duration): Lease.Fixed = Lease.fixed(length.toJavaDuration())

/**
 * The same lease, but renewed no longer than [cap] after the hold began.
 *
 * @throws IllegalArgumentException if the cap is out of the bounds of [Lease]
 */
public fun Lease.Renewed.atMost(cap: Duration): Lease.Renewed = atMost(cap.toJavaDuration())
