package io.holdfast.lock;

import java.time.Duration;
import java.util.Objects;

/**
 * A hold that a client had at one moment, for people and dashboards: by the local clock, without
 * asking the server. For decisions ask the {@link Hold}.
 *
 * @param kind what kind of lock it is of
 * @param lockName the name of the lock
 * @param token the token of the hold
 * @param since for how long its owner has had it
 * @param remaining how much validity was left without a further renewal; more than zero
 * @param permits how many permits of a pool it is for; 1 for a lock
 */
public record HeldLock(
    LockKind kind, String lockName, long token, Duration since, Duration remaining, int permits) {

  /** Refuses null. */
  public HeldLock {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(lockName, "lockName");
    Objects.requireNonNull(since, "since");
    Objects.requireNonNull(remaining, "remaining");
  }
}
