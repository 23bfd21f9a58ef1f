package io.holdfast.lock.semaphore.count;

import io.holdfast.lock.core.key.LockKeys;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What the server has told this client last of each name: the number by which the semaphore or
 * latch was begun, or that of the last deletion. A change says it, so that one which arrives late
 * changes nothing that was begun since. Of too many names, those that were used longest ago are
 * forgotten, and asked for again. Any thread.
 */
final class Incarnations {

  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by the lock.
  private final Map<String, Long> byKey =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > Takings.MOST_NAMES;
        }
      };

  /** What was told last; empty if nothing was, or it is forgotten. */
  OptionalLong told(LockKeys keys) {
    lock.lock();
    try {
      Long number = byKey.get(keys.lockKey());
      return number == null ? OptionalLong.empty() : OptionalLong.of(number);
    } finally {
      lock.unlock();
    }
  }

  /** Of what was begun last. An earlier number comes late, and is not taken. */
  void tellBorn(LockKeys keys, long born) {
    lock.lock();
    try {
      byKey.merge(keys.lockKey(), born, Math::max);
    } finally {
      lock.unlock();
    }
  }

  /** Of a deletion, by its number; an earlier one comes late, and is not taken. */
  void tellDeleted(LockKeys keys, long number) {
    lock.lock();
    try {
      byKey.merge(keys.lockKey(), number, (told, late) -> told < 0 ? Math.min(told, late) : late);
    } finally {
      lock.unlock();
    }
  }

  /**
   * The answer to a request.
   *
   * @param before what was told when the request was sent; if another number was told since, this
   *     answer comes late, and is not taken
   */
  void tellUnlessTold(LockKeys keys, OptionalLong before, long number) {
    lock.lock();
    try {
      if (told(keys).equals(before)) {
        byKey.put(keys.lockKey(), number);
      }
    } finally {
      lock.unlock();
    }
  }

  void forget(LockKeys keys) {
    lock.lock();
    try {
      byKey.remove(keys.lockKey());
    } finally {
      lock.unlock();
    }
  }
}
