package io.holdfast.benchmarks.work;

/** What the threads of a JVM do, over and over. */
public enum Work {
  /** Each thread locks and unlocks a lock of its own. */
  OWN_LOCKS,
  /** All lock and unlock one lock; inside, they take a turn with a {@link Section}. */
  ONE_LOCK,
  /** The same with the fair lock. */
  ONE_FAIR_LOCK,
  /**
   * All lock and unlock one of some locks, drawn anew for every turn, some often and most of them
   * seldom; the lock is asked for by its name each time. Inside, they take a turn with a {@link
   * Section} of that name's own.
   */
  SHARED_NAMES,
  /**
   * All lock and unlock one read-write lock, some turns its read lock and some its write lock;
   * inside, they look at a {@link Section} or take a turn with it.
   */
  ONE_READ_WRITE_LOCK,
  /**
   * All acquire and release a permit of one semaphore; inside, they take a turn with a {@link
   * Section}, as many at a time as there are permits.
   */
  ONE_SEMAPHORE,
  /** The same with the fair semaphore. */
  ONE_FAIR_SEMAPHORE,
  /** The same with a pool of permits. */
  ONE_PERMIT_POOL,
  /** Each thread locks and unlocks a lock of its own, which it holds already. */
  REENTRY;

  /** Whether its turns may be meant to begin at certain times. */
  boolean isPaced() {
    return this == ONE_LOCK || this == ONE_FAIR_LOCK || this == SHARED_NAMES;
  }
}
