package io.holdfast.lock;

/**
 * What an event is about. Two locks of one name and two kinds are two locks, but for the
 * {@linkplain #sharesLockWith sides} of one.
 */
public enum LockKind {
  /** The lock of a client. */
  PLAIN("plain"),
  /** A lock in strict order of arrival. */
  FAIR("fair"),
  /** The read lock of a read-write lock. */
  READ("read"),
  /** The write lock of a read-write lock. */
  WRITE("write"),
  /** A lock that a majority of servers grants. */
  QUORUM("quorum"),
  /** A pool of permits that are held. */
  POOL("pool"),
  /** A semaphore, fair or not: both are views of one. */
  SEMAPHORE("semaphore"),
  /** A count-down latch. */
  LATCH("latch");

  private final String text;

  LockKind(String text) {
    this.text = text;
  }

  /** One word for people and for tags of meters, such as "plain". */
  public String text() {
    return text;
  }

  /**
   * Whether a lock of this kind and one of the other are the same if they have one name: of each
   * kind and itself, and of {@link #READ} and {@link #WRITE}.
   */
  public boolean sharesLockWith(LockKind other) {
    return this == other || (isSide() && other.isSide());
  }

  private boolean isSide() {
    return this == READ || this == WRITE;
  }
}
