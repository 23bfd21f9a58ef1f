package io.holdfast.lock;

import java.util.Objects;

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

  /** One that does this, and of which {@code true} comes. */
  static <X extends Exception> CriticalSection<Boolean, X> of(Action<X> action) {
    Objects.requireNonNull(action, "section");
    return () -> {
      action.run();
      return true;
    };
  }

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
