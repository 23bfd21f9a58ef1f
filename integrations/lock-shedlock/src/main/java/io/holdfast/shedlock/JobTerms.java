package io.holdfast.shedlock;

import io.holdfast.lock.Lease;
import java.time.Duration;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.support.LockException;

/**
 * What ShedLock asks of a lock, as a lease and a least time.
 *
 * @param lease what the server is asked for
 * @param length how long the server keeps the lock without hearing from this process
 * @param atLeast how long the lock is to stay taken, also if the job ends earlier
 */
record JobTerms(Lease lease, Duration length, Duration atLeast) {

  /**
   * Reads a configuration.
   *
   * @throws LockException if the server cannot keep what it asks for
   */
  static JobTerms of(LockConfiguration asked, boolean keepAlive) {
    Duration atMost = asked.getLockAtMostFor();
    Duration length = keepAlive && atMost.compareTo(Lease.MAXIMUM) > 0 ? Lease.MAXIMUM : atMost;
    Duration atLeast = asked.getLockAtLeastFor();
    try {
      Lease lease = keepAlive ? Lease.renewed(length) : Lease.fixed(length);
      if (atLeast.compareTo(Lease.MINIMUM) > 0) { // less can always be kept, as more
        Lease unused = Lease.fixed(atLeast);
      }
      return new JobTerms(lease, length, atLeast);
    } catch (IllegalArgumentException e) {
      throw new LockException(
          "Job '%s': lockAtMostFor %s, lockAtLeastFor %s%s: %s"
              .formatted(
                  asked.getName(),
                  atMost,
                  atLeast,
                  keepAlive ? "" : ", without keep-alive",
                  e.getMessage()),
          e);
    }
  }

  /** Whether the lease is renewed while the job runs. */
  boolean isRenewed() {
    return lease instanceof Lease.Renewed;
  }

  /**
   * What is left of the least time, as a server can keep it; zero if nothing is left.
   *
   * @param elapsedNanos since the lock was taken, or extended
   */
  Duration restOfAtLeast(long elapsedNanos) {
    Duration rest = atLeast.minusNanos(elapsedNanos);
    return rest.isNegative() || rest.isZero() ? Duration.ZERO : asLease(rest);
  }

  /** The shortest time that a server can keep, and that is not shorter than this. */
  static Duration asLease(Duration time) {
    Duration millis = Duration.ofMillis(time.plusNanos(999_999).toMillis());
    return millis.compareTo(Lease.MINIMUM) < 0 ? Lease.MINIMUM : millis;
  }
}
