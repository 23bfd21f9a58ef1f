package io.holdfast.lock;

import java.time.Duration;

/**
 * Hears what happens to the locks of a client: for metrics, logs and alarms.
 *
 * <p>Methods run on the client's callback executor, after the fact, holding no lock of the client.
 * Exceptions that they throw are logged and otherwise ignored. With the default executor, events of
 * one client come one after the other, in the order in which the client learned of them. Exception:
 * {@link #lost} runs on a separate thread, so that no other event delays it. It may be called at
 * the same time as other methods, and before the {@link #acquired} of the same hold if the listener
 * is behind. If the application supplies an executor, it runs all events in its order, and what
 * delays it delays losses, too. A release that goes to the server counts from its acknowledgement.
 * If that comes late, as from the majority of a quorum lock, the next hold may be reported before
 * the release. The tokens show the order of the holds.
 *
 * <p>At most 10,000 events wait for listeners. Further events are dropped: {@link
 * LockStatistics#droppedEvents} counts them, and the log says when dropping begins and ends. Losses
 * are never dropped. Events that an executor of the application has accepted do not count: they
 * wait in its queue.
 *
 * <p>Each attempt to acquire ends with one event: {@link #acquired}, {@link #granted} or {@link
 * #failed}. No such event follows re-entry, a call that is not allowed (as on a network thread),
 * and a call that ends with an {@link Error} or with the loss of an earlier hold, which is reported
 * as a loss. A hold that replicas do not confirm ({@link AcquireOptions#confirmedBy}) is reported
 * as acquired, and then as released.
 *
 * <p>Locks and the permits of a pool have holds. Semaphores and latches have none: for these, only
 * {@link #granted}, {@link #failed} and {@link #differs} are called.
 */
public interface LockListener {

  /** Why an attempt to acquire ended without success. */
  enum Why {
    /**
     * The caller did not want to wait, or could not (as a reader that asks for the write lock), and
     * another held the lock, or there were no permits.
     */
    HELD("held"),
    /** The wait that the caller allowed was over. */
    TIMEOUT("timeout"),
    /**
     * The waiting thread was interrupted, or code outside the client cancelled or completed the
     * future.
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
   * @param waited time from the call to the hold; near zero if the lock was free
   */
  default void acquired(LockEvent event, Duration waited) {}

  /**
   * Permits of a semaphore were granted, or a latch was open. There is no hold, so no other event
   * follows.
   *
   * @param waited time from the call to the grant; near zero if the caller did not have to wait
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

  /** The watchdog extended the lease of a hold. */
  default void renewed(LockEvent event) {}

  /**
   * A hold was lost before it was released. Never dropped; with the default executor, not delayed
   * by other events.
   *
   * @param held time from {@link #acquired} to the moment when the client learned of the loss
   */
  default void lost(LockEvent event, LossCause cause, Duration held) {}

  /**
   * A connection of the client came up, or went down. Called when it is first up, and at each
   * change; not when the client is closed. In a cluster, requests use connections to several nodes.
   * These count as up until all of them are reopened, or until requests have found none for 4 s and
   * none answers when all are asked.
   */
  default void connection(ConnectionEvent event) {}

  /**
   * An object was made with one number of permits, or one count, but the server has another, and
   * that one counts. Called once for each such object.
   */
  default void differs(String name, long declared, long actual) {}
}
