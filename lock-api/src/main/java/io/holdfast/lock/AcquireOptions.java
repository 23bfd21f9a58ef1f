package io.holdfast.lock;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How to acquire: for how long to wait, with what lease, what to do to the owner when the hold is
 * lost, and whether replicas must have it first. Immutable; {@link #defaults()} waits without bound
 * for a renewed lease.
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
   * @param within in what time after the server granted it, from 1 ms to 1 h
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
   * Interrupts the thread that acquired if its hold is lost before it is released. Not for {@code
   * acquireAsync}, where no thread waits for it.
   */
  public AcquireOptions interruptOnLoss() {
    return new AcquireOptions(maxWait, lease, true, confirmation);
  }

  /**
   * Counts as acquired only when {@code replicas} replicas of the server have it, too: a failover
   * to one of them does not forget it. Asked for by {@code WAIT} over a connection of its own,
   * after the server has granted the hold: two round trips more, and what the replicas take; many
   * that ask at the same time share one {@code WAIT}.
   *
   * <p>If too few have it in that time, or the server does not answer, or is a replica by now, the
   * hold is released, and the call fails with {@link LockServerException}, whatever time there was
   * to wait for the lock. The call may last longer than that by a quarter of the command time-out,
   * and, if the hold is released, by one command time-out more.
   *
   * <p>If that is the number of all replicas, no failover to any of them forgets the hold, and a
   * server that was replaced without knowing it cannot confirm, as its successor is its replica no
   * more. With fewer both can happen. A release is not confirmed: a lock that is given back just
   * before a failover may be free only when its lease has passed. An interrupt does not end the
   * wait for replicas, and stays set. A thread that enters again what it holds does not ask them
   * again, nor does one that has the lock back after it waited for a signal.
   *
   * <p>A quorum lock has no replicas: there {@link UnsupportedOperationException} is thrown.
   *
   * @throws IllegalArgumentException if there are less than 1 replica or 1 ms, or more than 1 h
   */
  public AcquireOptions confirmedBy(int replicas, Duration within) {
    return new AcquireOptions(
        maxWait, lease, interruptsOnLoss, Optional.of(new Confirmation(replicas, within)));
  }
}
