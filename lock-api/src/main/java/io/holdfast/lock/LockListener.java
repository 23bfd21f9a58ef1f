package io.holdfast.lock;

import java.time.Duration;

/**
 * Hears what happens to the locks of a client: for metrics, logs and alarms.
 *
 * <p>Methods run on the client's callback executor, after the fact, holding no lock of the client.
 * What they throw is logged and otherwise ignored. With the default executor, events of one client
 * come one after the other, in the order in which the client came to know of them, but for losses:
 * {@link #lost} has a thread of its own, so that no other event delays it. It may be called at the
 * same time as other methods, and before the {@link #acquired} of the same hold if the listener is
 * behind. If the application gives an executor, that one runs all in its order, and what delays it
 * delays losses, too. A release that goes to the server counts from its acknowledgement: where that
 * comes late, as from the majority of a quorum lock, the next hold may be told before it. The
 * tokens tell the order of the holds.
 *
 * <p>At most 10,000 events wait for listeners. Those on top are dropped: {@link
 * LockStatistics#droppedEvents} counts them, and the log says when that begins and when it is over.
 * Losses are never dropped. Events of which an executor of the application has taken the telling do
 * not count: they wait in its queue.
 *
 * <p>Each attempt to acquire ends with one event: {@link #acquired}, {@link #granted} or {@link
 * #failed}. Exceptions: the thread holds the lock already, and enters it once more; the call is not
 * allowed, as one on a network thread; it ends by an {@link Error}, or by the loss of an earlier
 * hold, which is told as that. None of these is told. A hold that replicas do not confirm ({@link
 * AcquireOptions#confirmedBy}) is told as acquired, and then as released.
 *
 * <p>Holds are those of locks, and the permits of a pool. Nobody holds the permits of a semaphore,
 * or a latch: of these, only {@link #granted}, {@link #failed} and {@link #differs} are told.
 */
public interface LockListener {

  /** Why an attempt to acquire ended without success. */
  enum Why {
    /**
     * The caller did not want to wait, or could not, as a reader that asks for the write lock; and
     * the lock was another's, or there were no permits.
     */
    HELD("held"),
    /** The time that the caller would wait was over. */
    TIMEOUT("timeout"),
    /**
     * The waiting thread was interrupted, or the future was cancelled or completed by somebody
     * else.
     */
    INTERRUPTED("interrupted"),
    /** The server could not be asked, did not answer, or refused. */
    UNREACHABLE("unreachable"),
    /** The client is closed. */
    CLOSED("closed"),
    /** The semaphore or the latch was deleted, or lost by its server. */
    DELETED("deleted");

    private final String text;

    Why(String text) {
      this.text = text;
    }

    /** One word for people and for tags of meters, such as "timeout". */
    public String text() {
      return text;
    }
  }

  /**
   * A hold began.
   *
   * @param waited time from the call to the hold; near zero when nobody was in the way
   */
  default void acquired(LockEvent event, Duration waited) {}

  /**
   * Permits of a semaphore were granted, or a latch was open: nobody holds them, so that no other
   * event follows.
   *
   * @param waited time from the call to the grant; near zero when nobody was in the way
   */
  default void granted(AttemptEvent attempt, Duration waited) {}

  /**
   * An attempt to acquire ended without success.
   *
   * @param waited time from the call to the end of the attempt
   */
  default void failed(AttemptEvent attempt, Duration waited, Why why) {}

  /**
   * A hold ended and the lock went to another owner of the same client, without the network.
   *
   * @param held time from {@link #acquired} to the end
   */
  default void passedOn(LockEvent event, Duration held) {}

  /**
   * A hold ended by release.
   *
   * @param held time from {@link #acquired} to the call that released it
   */
  default void released(LockEvent event, Duration held) {}

  /** The watchdog made the lease of a hold last longer. */
  default void renewed(LockEvent event) {}

  /**
   * A hold was lost before it was released. Never dropped; with the default executor, not delayed
   * by other events.
   *
   * @param held time from {@link #acquired} to the moment when the client came to know of the loss
   */
  default void lost(LockEvent event, LossCause cause, Duration held) {}

  /**
   * A connection of the client came up, or went down. Told when it is first up, and with each
   * change; not of the end of the client. In a cluster, the requests have connections to several
   * nodes: these count as up until all of them are opened anew, or requests have found none for 4
   * s, and none answers when all are asked.
   */
  default void connection(ConnectionEvent event) {}

  /**
   * An object was made with one number of permits, or one count, and the server has another, which
   * counts. Told once for each such object.
   */
  default void differs(String name, long declared, long actual) {}
}
