package io.holdfast.lock.redlock;

import io.holdfast.lock.Lease;
import io.holdfast.lock.core.HoldfastSettings;
import java.time.Duration;

/**
 * Settings of a quorum. Each node's client has {@link HoldfastSettings} of its own; for waiting and
 * leases, those of the first node count. With quarantine, a waiter without a time limit tolerates
 * the {@linkplain HoldfastSettings.Builder#unreachableLimit unreachable limit} and then the longest
 * lease without a majority: nodes that come back within the limit are in quarantine at first.
 * Immutable; make it with {@link #builder()}.
 *
 * @param maxLease the longest lease of any lock of the quorum; a node that may have forgotten stays
 *     in quarantine for as long
 * @param nodeTimeout how long one node may take to answer before the others decide without it
 * @param quarantine whether a node is left out if it may have forgotten, less than the longest
 *     lease ago, a lock that it had granted
 */
public record RedLockSettings(Duration maxLease, Duration nodeTimeout, boolean quarantine) {

  private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(10);

  /**
   * Checks the bounds.
   *
   * @throws IllegalArgumentException if one is not kept; it names the value and the bound
   */
  public RedLockSettings {
    requireBetween("maxLease", maxLease, Lease.MINIMUM, Lease.MAXIMUM);
    requireBetween("nodeTimeout", nodeTimeout, SHORTEST_TIMEOUT, Duration.ofMinutes(1));
  }

  private static void requireBetween(String what, Duration value, Duration from, Duration to) {
    if (value.compareTo(from) < 0 || value.compareTo(to) > 0) {
      throw new IllegalArgumentException(
          "%s %s: must be between %s and %s".formatted(what, value, from, to));
    }
  }

  /** The defaults: leases up to 60 s, 500 ms for a node, with quarantine. */
  public static RedLockSettings defaults() {
    return builder().build();
  }

  /** Begins with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects settings. Not thread-safe. */
  public static final class Builder {

    private Duration maxLease = Duration.ofSeconds(60);
    private Duration nodeTimeout = Duration.ofMillis(500);
    private boolean quarantine = true;

    private Builder() {}

    /** The longest lease: no lock of this quorum can be leased for longer at once. */
    public Builder maxLease(Duration lease) {
      this.maxLease = lease;
      return this;
    }

    /** How long one node may take to answer: well below the shortest lease. */
    public Builder nodeTimeout(Duration timeout) {
      this.nodeTimeout = timeout;
      return this;
    }

    /**
     * Whether a node that may have forgotten a lock that it had granted is left out for the longest
     * lease: a node that restarted, even with its data, or was flushed, or took the place of
     * another; also a node that is new to quorum locks, or served another quorum. Without
     * quarantine, mutual exclusion and the order of tokens require that each node remembers every
     * write through all this: with {@code appendfsync always}, or because a crash ends the whole
     * system, as in tests.
     */
    public Builder quarantine(boolean on) {
      this.quarantine = on;
      return this;
    }

    /** The settings. */
    public RedLockSettings build() {
      return new RedLockSettings(maxLease, nodeTimeout, quarantine);
    }
  }
}
