package io.holdfast.lock;

/**
 * The hold was lost before it was released. Work done since the loss may have overlapped with
 * another owner; a resource that checks the fencing token has refused it.
 *
 * <p>It is an {@link IllegalMonitorStateException}, because the caller no longer owns the lock. It
 * is thrown once for each loss; after it the thread has no hold, whatever its hold count was. It is
 * not thrown if the thread has seen the loss by {@link DistributedLock#isHeldByCurrentThread()} and
 * locks again.
 */
public final class LeaseLostException extends IllegalMonitorStateException {

  private static final long serialVersionUID = 1L;

  /** The name of the lock. */
  private final String lockName;

  /** The token of the lost hold. */
  private final long token;

  /** Why it was lost. */
  private final LossCause lossCause;

  /** A loss of one hold. */
  public LeaseLostException(String lockName, long token, LossCause cause) {
    super(
        "Lock '%s': the hold with token %s was lost: %s".formatted(lockName, token, cause.text()));
    this.lockName = lockName;
    this.token = token;
    this.lossCause = cause;
  }

  /** The name of the lock. */
  public String lockName() {
    return lockName;
  }

  /** The fencing token of the lost hold. */
  public long token() {
    return token;
  }

  /** Why it was lost. */
  public LossCause lossCause() {
    return lossCause;
  }
}
