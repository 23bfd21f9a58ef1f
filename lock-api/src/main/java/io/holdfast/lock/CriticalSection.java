package io.holdfast.lock;

import java.util.Objects;

/**
 * Work that runs under a lock.
 *
 * @param <T> its result
 * @param <X> what it may throw, besides unchecked exceptions
 */
@FunctionalInterface
public interface CriticalSection<T, X extends Exception> {

  /** Does the work. */
  T run() throws X;

  /** The action as a section whose result is {@code true}. */
  static <X extends Exception> CriticalSection<Boolean, X> of(Action<X> action) {
    Objects.requireNonNull(action, "section");
    return () -> {
      action.run();
      return true;
    };
  }

  /**
   * Work without a result that runs under a lock.
   *
   * @param <X> what it may throw, besides unchecked exceptions
   */
  @FunctionalInterface
  interface Action<X extends Exception> {

    /** Does the work. */
    void run() throws X;
  }
}
