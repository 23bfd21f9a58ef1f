package io.holdfast.lock;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How to acquire: for how long to wait, with what lease, and what to do to the owner when the hold
 * is lost. Immutable; {@link #defaults()} waits without bound for a renewed lease.
 *
 * <pre>{@code
 * AcquireOptions options =
 *     AcquireOptions.defaults()
 *         .waitAtMost(Duration.ofSeconds(5))
 *         .lease(Lease.renewed().atMost(Duration.ofMinutes(10)));
 * }</pre>
 *
 * @param maxWait how long to wait at the most; without bound if empty, not at all if zero or less
 * @param lease how long the server keeps the lock without hearing from us
 * @param interruptsOnLoss whether the thread that acquired is interrupted when its hold is lost
 */
public record AcquireOptions(Optional<Duration> maxWait, Lease lease, boolean interruptsOnLoss) {

  private static final AcquireOptions DEFAULTS =
      new AcquireOptions(Optional.empty(), Lease.renewed(), false);

  /** Refuses null. */
  public AcquireOptions {
    Objects.requireNonNull(maxWait, "maxWait");
    Objects.requireNonNull(lease, "lease");
  }

  /** Waits without bound, renewed lease of the client's default length, no interrupt on loss. */
  public static AcquireOptions defaults() {
    return DEFAULTS;
  }

  /** Waits no longer than this; zero or less does not wait, too large a value saturates. */
  public AcquireOptions waitAtMost(Duration maxWait) {
    return new AcquireOptions(Optional.of(maxWait), lease, interruptsOnLoss);
  }

  /** Takes the lock only if it is free now. */
  public AcquireOptions withoutWaiting() {
    return waitAtMost(Duration.ZERO);
  }

  /** Asks for this lease. */
  public AcquireOptions lease(Lease lease) {
    return new AcquireOptions(maxWait, lease, interruptsOnLoss);
  }

  /**
   * Interrupts the thread that acquired if its hold is lost before it is released. Not for {@code
   * acquireAsync}, where no thread waits for it.
   */
  public AcquireOptions interruptOnLoss() {
    return new AcquireOptions(maxWait, lease, true);
  }
}
