package io.holdfast.spring;

/** What happens if the server could not be asked, and so nobody knows who holds the lock. */
public enum OnUnreachable {
  /** The caller gets {@link io.holdfast.lock.LockServerException}. */
  THROW,
  /** The method does not run: the caller gets an empty result, or that of the fallback. */
  SKIP,
  /** The method runs without a lock. A warning is logged, and {@link CurrentHold} is empty. */
  PROCEED
}
