package io.holdfast.lock.testkit.local;

import io.holdfast.lock.Lease;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * For how long a hold lasts, by its lease: only times, which the caller reads from the clock. They
 * count in milliseconds; fractions are cut off. Guarded by the space's monitor.
 */
final class LocalLease {

  private static final int RENEWALS_PER_LEASE = 3;

  private final long lengthNanos;
  private final boolean isRenewed;
  private final OptionalLong capNanos; // when the cap is over, if there is one
  private long endNanos;
  private long renewalNanos; // when to look after it again, if it is renewed

  /**
   * It begins.
   *
   * @param usual the length of a renewed lease that names none
   */
  LocalLease(Lease lease, Duration usual, long now) {
    Duration length =
        lease instanceof Lease.Renewed renewed
            ? renewed.length().orElse(usual)
            : ((Lease.Fixed) lease).length();
    this.lengthNanos = inNanos(length);
    this.isRenewed = lease instanceof Lease.Renewed;
    this.capNanos =
        lease instanceof Lease.Renewed renewed && renewed.cap().isPresent()
            ? OptionalLong.of(now + inNanos(renewed.cap().get()))
            : OptionalLong.empty();
    this.endNanos = now;
    renew(now);
  }

  /** Such a length of time as the lease counts it. */
  static long inNanos(Duration duration) {
    return Duration.ofMillis(duration.toMillis()).toNanos();
  }

  /** Lasts for its length from now, if it does not last longer; never beyond its cap. */
  void renew(long now) {
    long end = now + lengthNanos;
    if (isBeyondCap(end)) {
      end = capNanos.getAsLong();
    }
    lastUntil(end);
    renewalNanos = now + lengthNanos / RENEWALS_PER_LEASE;
  }

  private void lastUntil(long end) {
    if (end - endNanos > 0) {
      endNanos = end;
    }
  }

  private boolean isBeyondCap(long end) {
    return capNanos.isPresent() && capNanos.getAsLong() - end < 0;
  }

  /**
   * Lasts for that long from now, if it does not last longer.
   *
   * @return false if that is beyond its cap: then it is as before
   */
  boolean extend(long nanos, long now) {
    long end = now + nanos;
    if (isBeyondCap(end)) {
      return false;
    }
    lastUntil(end);
    return true;
  }

  /** Whether its time is over. One that is renewed ends by its cap alone. */
  boolean isOver(long now) {
    return isRenewed
        ? capNanos.isPresent() && capNanos.getAsLong() - now <= 0
        : endNanos - now <= 0;
  }

  /** Whether it is to be renewed now. */
  boolean isRenewalDue(long now) {
    return isRenewed && renewalNanos - now <= 0;
  }

  /** When it is to be looked after. */
  OptionalLong due() {
    return isRenewed
        ? LocalQueue.earlier(OptionalLong.of(renewalNanos), capNanos)
        : OptionalLong.of(endNanos);
  }

  /** How long it lasts yet. */
  long leftNanos(long now) {
    return Math.max(0, endNanos - now);
  }
}
