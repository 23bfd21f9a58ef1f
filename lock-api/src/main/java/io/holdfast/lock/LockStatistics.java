package io.holdfast.lock;

/**
 * Counts of what happened to the locks of a client since it was opened, for meters that are read
 * from time to time. A live view, not a copy. Counting costs an addition, and needs no {@link
 * LockListener}.
 *
 * <p>Any thread may read; no I/O. Numbers that are read one after the other show different moments.
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
     * How many attempts ended with a hold; for semaphores and latches, how many were granted.
     * Re-entries do not count.
     */
    long acquired();

    /** How many holds ended because the lock was handed to another owner of the client. */
    long passedOn();

    /** How many holds ended by a release that the server acknowledged, or that was given up. */
    long released();

    /** How often the lease of a hold was extended. */
    long renewed();

    /** How many holds were lost for this reason. */
    long lost(LossCause cause);

    /** How many attempts failed for this reason. */
    long failed(LockListener.Why why);

    /**
     * How many holds there are now; none for semaphores and latches. Cost: linear in the names in
     * use.
     */
    int held();

    /**
     * How many threads and futures wait now: for a lock, permits, a latch or a signal. Cost: linear
     * in the names in use.
     */
    int waiting();
  }
}
