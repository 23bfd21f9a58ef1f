package io.holdfast.lock;

/** A lock was not obtained within the time that {@link AcquireOptions#maxWait()} allowed. */
public final class LockTimeoutException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** With a message for people: name, time, holder, number of waiters. */
  public LockTimeoutException(String message) {
    super(message);
  }
}
