package io.holdfast.spring;

/** What happens if another holds the lock until the wait is over. */
public enum OnTimeout {
  /** The caller gets {@link LockNotObtainedException}. */
  THROW,
  /** The method does not run: the caller gets an empty result, or that of the fallback. */
  SKIP
}
