package io.holdfast.lock;

/**
 * What an event is about. Two locks of one name and two kinds are two locks, but for {@link #READ}
 * and {@link #WRITE}, the two sides of one.
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
   * Whether a hold of this kind keeps another owner from getting one of the other kind, under the
   * same name. Readers do not keep readers out; permits and counts keep nobody out.
   */
  public boolean excludes(LockKind other) {
    return switch (this) {
      case PLAIN, FAIR, QUORUM -> this == other;
      case READ -> other == WRITE;
      case WRITE -> other == WRITE || other == READ;
      case POOL, SEMAPHORE, LATCH -> false;
    };
  }
}
