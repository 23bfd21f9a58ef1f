package io.holdfast.lock;

/**
 * What is done under a lock.
 *
 * @param <T> what comes of it
 * @param <X> what it may throw, besides unchecked exceptions
 */
@FunctionalInterface
public interface CriticalSection<T, X extends Exception> {

  /** Does it. */
  T run() throws X;

  /**
   * What is done under a lock if nothing comes of it.
   *
   * @param <X> what it may throw, besides unchecked exceptions
   */
  @FunctionalInterface
  interface Action<X extends Exception> {

    /** Does it. */
    void run() throws X;
  }
}
