package io.holdfast.lock.core;

import io.holdfast.lock.Lease;
import java.time.Duration;

/** Which settings are refused: those out of bounds, and those that do not go together. */
final class SettingsRules {

  private SettingsRules() {}

  // ---- bounds

  static Duration lease(Duration value) {
    return between("lease", value, Lease.MINIMUM, Lease.MAXIMUM);
  }

  static Duration claimLease(Duration value) {
    return between("claimLease", value, Duration.ofMillis(100), Duration.ofMinutes(5));
  }

  static Duration slice(Duration value) {
    return between("slice", value, Duration.ZERO, Duration.ofSeconds(10));
  }

  static Duration linger(Duration value) {
    return between("linger", value, Duration.ZERO, Duration.ofSeconds(10));
  }

  static Duration commandTimeout(Duration value) {
    return between("commandTimeout", value, Duration.ofMillis(20), Duration.ofMinutes(1));
  }

  static Duration unreachableLimit(Duration value) {
    return between("unreachableLimit", value, Duration.ZERO, Duration.ofSeconds(Long.MAX_VALUE));
  }

  static Duration longWait(Duration value) {
    return value.isZero()
        ? value
        : between("longWait", value, Duration.ofSeconds(1), Duration.ofDays(1));
  }

  static Duration retention(Duration value) {
    return between("retention", value, Duration.ofMinutes(1), Duration.ofDays(30));
  }

  /**
   * The value.
   *
   * @throws IllegalArgumentException if it is out of its bounds, which are allowed themselves
   */
  static Duration between(String what, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "%s %s: must be from %s to %s".formatted(what, value, least, most));
    }
    return value;
  }

  // ---- what goes together

  /**
   * Checks times against each other.
   *
   * @throws IllegalArgumentException if they do not go together
   */
  static void requireFit(
      Duration claimLease, Duration commandTimeout, Duration retention, Duration linger) {
    // One lost message must cost nobody a hold: a grant may be read when 11/30 of the claim have
    // gone, a sixth later it is renewed, and if that is not answered, again after a time-out.
    if (claimLease.toMillis() * 10 <= commandTimeout.toMillis() * 22) {
      throw new IllegalArgumentException(
          "claimLease %s: must be more than 2.2 times the commandTimeout %s"
              .formatted(claimLease, commandTimeout));
    }
    // A process that dies while nobody there has the lock keeps others out for a claim lease only.
    if (linger.compareTo(claimLease) > 0) {
      throw new IllegalArgumentException(
          "linger %s: must be at most the claimLease %s".formatted(linger, claimLease));
    }
    if (retention.compareTo(claimLease) <= 0) {
      throw new IllegalArgumentException(
          "retention %s: must be longer than the claimLease %s".formatted(retention, claimLease));
    }
  }

  /**
   * Checks that what is for a cluster is for a cluster.
   *
   * @throws IllegalArgumentException if it is not
   */
  static void requireCluster(boolean hasClusterRefresh, boolean isCluster) {
    if (hasClusterRefresh && !isCluster) {
      throw new IllegalArgumentException("clusterRefresh: needs cluster()");
    }
  }
}
