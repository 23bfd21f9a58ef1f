package io.holdfast.lock;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How to acquire: how long to wait, with which lease, whether the owner is interrupted when the
 * hold is lost, and whether replicas must have the hold first. Immutable; {@link #defaults()} waits
 * without bound for a renewed lease.
 *
 * <pre>{@code
 * AcquireOptions options =
 *     AcquireOptions.defaults()
 *         .waitAtMost(Duration.ofSeconds(5))
 *         .lease(Lease.renewed().atMost(Duration.ofMinutes(10)));
 * }</pre>
 *
 * @param maxWait how long to wait at the most; without bound if empty, not at all if zero or less
 * @param lease how long the server keeps the lock without hearing from the client
 * @param interruptsOnLoss whether the thread that acquired is interrupted when its hold is lost
 * @param confirmation how many replicas of the server must have the hold before it counts; the
 *     server alone decides if empty
 */
public record AcquireOptions(
    Optional<Duration> maxWait,
    Lease lease,
    boolean interruptsOnLoss,
    Optional<Confirmation> confirmation) {

  private static final AcquireOptions DEFAULTS =
      new AcquireOptions(Optional.empty(), Lease.renewed(), false, Optional.empty());

  /**
   * That replicas must have a hold before it counts.
   *
   * @param replicas how many, at least 1
   * @param within how soon after the server granted it, from 1 ms to 1 h
   */
  public record Confirmation(int replicas, Duration within) {

    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofHours(1);

    /** Refuses what is out of bounds. */
    public Confirmation {
      if (replicas < 1) {
        throw new IllegalArgumentException("%s replicas, must be at least 1".formatted(replicas));
      }
      if (within.compareTo(SHORTEST) < 0 || within.compareTo(LONGEST) > 0) {
        throw new IllegalArgumentException("within %s: must be from 1 ms to 1 h".formatted(within));
      }
    }
  }

  /** Refuses null. */
  public AcquireOptions {
    Objects.requireNonNull(maxWait, "maxWait");
    Objects.requireNonNull(lease, "lease");
    Objects.requireNonNull(confirmation, "confirmation");
  }

  /** Waits without bound, renewed lease of the client's default length, no interrupt on loss. */
  public static AcquireOptions defaults() {
    return DEFAULTS;
  }

  /** Waits no longer than this; zero or less does not wait, too large a value saturates. */
  public AcquireOptions waitAtMost(Duration maxWait) {
    return new AcquireOptions(Optional.of(maxWait), lease, interruptsOnLoss, confirmation);
  }

  /** Takes the lock only if it is free now. */
  public AcquireOptions withoutWaiting() {
    return waitAtMost(Duration.ZERO);
  }

  /** Asks for this lease. */
  public AcquireOptions lease(Lease lease) {
    return new AcquireOptions(maxWait, lease, interruptsOnLoss, confirmation);
  }

  /**
   * Interrupts the thread that acquired if its hold is lost before it is released. The interrupt
   * comes before {@code unlock()}, {@code close()} or another call reports the loss, or not at all
   * if that call was faster. It has no effect on {@code acquireAsync}, where no thread waits for
   * it.
   */
  public AcquireOptions interruptOnLoss() {
    return new AcquireOptions(maxWait, lease, true, confirmation);
  }

  /**
   * A hold counts as acquired only when {@code replicas} replicas of the server have it, too: a
   * failover to one of them does not forget it. After the server has granted the hold, the client
   * asks by {@code WAIT} over a separate connection. That costs two more round trips, and the time
   * that the replicas take. Calls that ask at the same time share one {@code WAIT}.
   *
   * <p>If too few replicas have it in that time, or the server does not answer, or has become a
   * replica, the hold is released and the call fails with {@link LockServerException}, whatever
   * time was left to wait for the lock. The call may take a quarter of the command time-out longer
   * than {@code within}, and one command time-out more if the hold is released.
   *
   * <p>If {@code replicas} is the number of all replicas, no failover to any of them forgets the
   * hold. Then a server that was replaced without noticing cannot confirm either, because its
   * successor is no longer its replica. With a lower number a hold may be forgotten, and a replaced
   * server may confirm. A release is not confirmed: after a failover, a lock that was released just
   * before may be free only when its lease has passed. An interrupt does not end the wait for
   * replicas; the flag stays set. Re-entry does not ask the replicas again, nor does acquiring the
   * lock again after {@code await}.
   *
   * <p>A quorum lock has no replicas: there the call throws {@link UnsupportedOperationException}.
   *
   * @throws IllegalArgumentException if {@code replicas} is less than 1, or {@code within} is not
   *     from 1 ms to 1 h
   */
  public AcquireOptions confirmedBy(int replicas, Duration within) {
    return new AcquireOptions(
        maxWait, lease, interruptsOnLoss, Optional.of(new Confirmation(replicas, within)));
  }
}
