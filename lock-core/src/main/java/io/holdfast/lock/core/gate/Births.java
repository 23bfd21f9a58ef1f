package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.key.LockKeys;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * When the semaphores were begun from which this client took permits last, by their names: those of
 * one that was deleted since are not permits of the next. Of too many names, those that were used
 * longest ago are forgotten. Any thread.
 */
final class Births {

  private static final int MOST_NAMES = 10_000;

  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by the lock.
  private final Map<String, Long> byKey =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > MOST_NAMES;
        }
      };

  void put(LockKeys keys, long born) {
    if (born <= 0) {
      return; // it was not told
    }
    lock.lock();
    try {
      byKey.put(keys.lockKey(), born);
    } finally {
      lock.unlock();
    }
  }

  OptionalLong of(LockKeys keys) {
    lock.lock();
    try {
      Long born = byKey.get(keys.lockKey());
      return born == null ? OptionalLong.empty() : OptionalLong.of(born);
    } finally {
      lock.unlock();
    }
  }
}
