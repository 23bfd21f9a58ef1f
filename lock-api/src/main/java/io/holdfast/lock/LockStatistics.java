package io.holdfast.lock;

/**
 * What happened to the locks of a client since it was opened, in numbers: for meters that are read
 * from time to time. A live view, not a copy. Counting costs an addition, and needs no {@link
 * LockListener}.
 *
 * <p>Any thread may read; no I/O. Numbers that are read one after the other are of different
 * moments.
 */
public interface LockStatistics {

  /** Of locks of this kind. */
  OfKind of(LockKind kind);

  /**
   * How many events were dropped because listeners were too slow: at most 10,000 wait. Losses are
   * never dropped.
   */
  long droppedEvents();

  /** Of locks of one kind. Numbers only grow, but for {@link #held} and {@link #waiting}. */
  interface OfKind {

    /**
     * How many attempts ended with a hold, or of semaphores and latches: how many were granted.
     * Re-entries do not count.
     */
    long acquired();

    /** How many holds ended as the lock went to another owner of the client. */
    long passedOn();

    /** How many holds ended by release, as far as that is acknowledged, or given up. */
    long released();

    /** How many times a lease of a hold was made to last longer. */
    long renewed();

    /** How many holds were lost for this reason. */
    long lost(LossCause cause);

    /** How many attempts failed for this reason. */
    long failed(LockListener.Why why);

    /**
     * How many holds there are now; of semaphores and latches, none. Cost: a look at each name in
     * use.
     */
    int held();

    /**
     * How many threads and futures wait now: for a lock, permits, a latch or a signal. Cost: a look
     * at each name in use.
     */
    int waiting();
  }
}
