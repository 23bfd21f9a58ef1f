package io.holdfast.lock.semaphore.count;

import io.holdfast.lock.core.key.LockKeys;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What this client has taken of each semaphore, by name. It outlives the gates, which end with the
 * last waiter. Of too many names, those that were used longest ago are forgotten: their permits go
 * to the server. Any thread.
 */
final class Takings {

  static final int MOST_NAMES = 10_000;

  private final long sliceNanos;
  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by the lock.
  private final Map<String, Taking> byKey =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Taking> eldest) {
          return size() > MOST_NAMES;
        }
      };

  Takings(long sliceNanos) {
    this.sliceNanos = sliceNanos;
  }

  /** What was taken of this name; null if nothing was, or it is forgotten. */
  @Nullable Taking find(LockKeys keys) {
    lock.lock();
    try {
      return byKey.get(keys.lockKey());
    } finally {
      lock.unlock();
    }
  }

  /**
   * That number of permits is taken.
   *
   * @param born when the semaphore was begun that they are of; 0 if that was not told
   */
  void take(LockKeys keys, long born, long permits, long now) {
    if (born <= 0) {
      return;
    }
    lock.lock();
    try {
      byKey
          .computeIfAbsent(keys.lockKey(), key -> new Taking(sliceNanos, born))
          .take(born, permits, now);
    } finally {
      lock.unlock();
    }
  }
}
