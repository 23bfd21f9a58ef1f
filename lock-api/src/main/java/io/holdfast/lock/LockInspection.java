package io.holdfast.lock;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What the server knew of a lock at one moment: for people and dashboards, never for decisions.
 *
 * @param lockName the name of the lock
 * @param holder the client that holds it, if any
 * @param queueLength how many acquisitions wait at the server. A client that queues once for many
 *     threads counts once.
 */
public record LockInspection(String lockName, Optional<Holder> holder, int queueLength) {

  /** Refuses null. */
  public LockInspection {
    Objects.requireNonNull(lockName, "lockName");
    Objects.requireNonNull(holder, "holder");
  }

  /**
   * The client that holds the lock.
   *
   * @param clientLabel the label of that client, as in "web-3/4711"
   * @param ours whether it is the client that was asked
   * @param remaining how long the server keeps the hold without hearing from its client
   * @param token the first fencing token of that acquisition; for a reader, the last number given
   *     out when the server was asked, which is not below its token
   */
  public record Holder(String clientLabel, boolean ours, Duration remaining, long token) {

    /** Refuses null. */
    public Holder {
      Objects.requireNonNull(clientLabel, "clientLabel");
      Objects.requireNonNull(remaining, "remaining");
    }
  }
}
