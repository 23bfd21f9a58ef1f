package io.holdfast.lock;

import java.time.Duration;

/**
 * Hears what happens to the locks of a client: for metrics, logs and alarms.
 *
 * <p>Methods run on the client's callback executor, after the fact, holding no lock of the client.
 * What they throw is logged and otherwise ignored. With the default executor, events of one client
 * come one after the other, in the order in which the client came to know of them. A release that
 * goes to the server counts from its acknowledgement: where that comes late, as from the majority
 * of a quorum lock, the next hold may be told before it. The tokens tell the order of the holds.
 *
 * <p>Holds are those of locks, and the permits of a pool. Of semaphores and latches, which nobody
 * holds, only {@link #differs} is told.
 */
public interface LockListener {

  /**
   * A hold began.
   *
   * @param waited time from the call to the hold; near zero when nobody was in the way
   */
  default void acquired(String lockName, long token, Duration waited) {}

  /** A hold ended and the lock went to another owner of the same client, without the network. */
  default void passedOn(String lockName, long token) {}

  /** A hold ended by release. */
  default void released(String lockName, long token) {}

  /** The watchdog made the lease of a hold last longer. */
  default void renewed(String lockName, long token) {}

  /** A hold was lost before it was released. */
  default void lost(String lockName, long token, LossCause cause) {}

  /**
   * An object was made with one number of permits, or one count, and the server has another, which
   * counts. Told once for each such object.
   */
  default void differs(String name, long declared, long actual) {}
}
