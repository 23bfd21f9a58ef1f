package io.holdfast.lock.core.lease;

import io.holdfast.lock.Lease;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A lease as the engine counts it.
 *
 * @param leaseMillis what a request sets the expiry to
 * @param isRenewed whether the watchdog renews it
 * @param capNanos how long one hold may last in all; {@link #UNCAPPED} if without bound
 */
public record LeaseTerms(long leaseMillis, boolean isRenewed, long capNanos) {

  /** About a century: no cap. */
  public static final long UNCAPPED = Long.MAX_VALUE / 4;

  /** The terms of a lease, where {@code defaultLength} is the client's. */
  public static LeaseTerms of(Lease lease, Duration defaultLength) {
    if (lease instanceof Lease.Fixed fixed) {
      return new LeaseTerms(fixed.length().toMillis(), false, UNCAPPED);
    }
    Lease.Renewed renewed = (Lease.Renewed) lease;
    long length = renewed.length().orElse(defaultLength).toMillis();
    long cap = renewed.cap().map(Duration::toMillis).orElse(Long.MAX_VALUE);
    return cap == Long.MAX_VALUE
        ? new LeaseTerms(length, true, UNCAPPED)
        : new LeaseTerms(Math.min(length, cap), true, TimeUnit.MILLISECONDS.toNanos(cap));
  }

  /** Whether a hold of this kind may follow another one under the same acquisition. */
  public boolean mayPassOn() {
    return isRenewed && capNanos == UNCAPPED;
  }

  /** The lease in nanoseconds. */
  public long leaseNanos() {
    return TimeUnit.MILLISECONDS.toNanos(leaseMillis);
  }

  /**
   * How long after the sending of a request that set the expiry to {@code millis} the client may
   * rely on it: less by 1 % and 2 ms, for clocks that do not run alike (Redis documentation,
   * "Distributed Locks with Redis", section "Safety arguments").
   */
  public static long validityNanos(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis) - millis * 10_000 - 2_000_000;
  }
}
