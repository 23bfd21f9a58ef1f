package io.holdfast.spring;

/**
 * What happens if the server could not be asked, or gave no answer, so that nobody knows who holds
 * the lock. A server that answers and refuses, for a right that is missing, say, is not
 * unreachable: the caller always gets that as {@link io.holdfast.lock.LockServerException}. A
 * password that is refused means that there is no connection, and so counts as unreachable.
 */
public enum OnUnreachable {
  /** The caller gets {@link io.holdfast.lock.LockServerException}. */
  THROW,
  /** The method does not run: the caller gets an empty result, or that of the fallback. */
  SKIP,
  /** The method runs without a lock. A warning is logged, and {@link CurrentHold} is empty. */
  PROCEED
}
