package io.holdfast.spring;

import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The lock was not obtained, as another held it until the wait was over, or the thread was
 * interrupted while it waited. Nothing was done. A server that could not be asked is told by {@link
 * io.holdfast.lock.LockServerException}.
 */
public final class LockNotObtainedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The name of the lock. */
  private final String lockName;

  /** Who holds it; null if nobody does, or it is not known. */
  private final @Nullable String holder;

  /** How many wait; null if it is not known. */
  private final @Nullable Integer queueLength;

  /** With the story for people, and what the server said just after. */
  public LockNotObtainedException(
      String message,
      String lockName,
      Optional<String> holder,
      OptionalInt queueLength,
      @Nullable Throwable cause) {
    super(message, cause);
    this.lockName = lockName;
    this.holder = holder.orElse(null);
    this.queueLength = queueLength.isPresent() ? queueLength.getAsInt() : null;
  }

  /** The name of the lock; of several, the first that another holds. */
  public String lockName() {
    return lockName;
  }

  /** The label of the client that held the lock just after; empty if nobody did, or not known. */
  public Optional<String> holder() {
    return Optional.ofNullable(holder);
  }

  /** How many waited at the server just after; empty if not known. */
  public OptionalInt queueLength() {
    return queueLength == null ? OptionalInt.empty() : OptionalInt.of(queueLength);
  }
}
