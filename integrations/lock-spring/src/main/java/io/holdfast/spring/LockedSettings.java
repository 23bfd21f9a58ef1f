package io.holdfast.spring;

import io.holdfast.lock.Lease;
import java.time.Duration;
import java.util.Objects;
import org.springframework.core.Ordered;

/**
 * What counts where {@link Locked} says nothing, and where the advice stands. Declare a bean of it
 * to change the defaults.
 *
 * @param waitAtMost how long to wait for a lock, from 0 to 24 h
 * @param lease the lease
 * @param order the order of the advice: lower is further outside
 * @param strictOrder whether the start fails if a transaction is begun before the lock is taken
 */
public record LockedSettings(Duration waitAtMost, Lease lease, int order, boolean strictOrder) {

  /** Outside of transactions, caches and retries that have the usual lowest precedence. */
  public static final int DEFAULT_ORDER = Ordered.LOWEST_PRECEDENCE - 1000;

  private static final LockedSettings DEFAULTS =
      new LockedSettings(Duration.ofSeconds(10), Lease.renewed(), DEFAULT_ORDER, true);

  /** Refuses what is out of bounds. */
  public LockedSettings {
    Objects.requireNonNull(lease, "lease");
    if (waitAtMost.isNegative() || waitAtMost.compareTo(Lease.MAXIMUM) > 0) {
      throw new IllegalArgumentException(
          "waitAtMost %s: must be from 0 to 24 h".formatted(waitAtMost));
    }
  }

  /** Waits 10 s for a renewed lease, with the strict order. */
  public static LockedSettings defaults() {
    return DEFAULTS;
  }

  /** With this wait. */
  public LockedSettings waitAtMost(Duration wait) {
    return new LockedSettings(wait, lease, order, strictOrder);
  }

  /** With this lease. */
  public LockedSettings lease(Lease other) {
    return new LockedSettings(waitAtMost, other, order, strictOrder);
  }

  /** With the advice there. */
  public LockedSettings order(int place) {
    return new LockedSettings(waitAtMost, lease, place, strictOrder);
  }

  /** With or without the check of the order at start. */
  public LockedSettings strictOrder(boolean isStrict) {
    return new LockedSettings(waitAtMost, lease, order, isStrict);
  }
}
