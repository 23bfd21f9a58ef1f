package io.holdfast.spring;

import io.holdfast.lock.Hold;
import org.jspecify.annotations.Nullable;

/**
 * What {@link HoldTemplate} does under a lock.
 *
 * @param <T> what comes of it
 */
@FunctionalInterface
public interface HoldCallback<T extends @Nullable Object> {

  /**
   * Does it, in the calling thread.
   *
   * @param hold the hold of this thread, for its token; do not close it
   */
  T doUnderLock(Hold hold);
}
