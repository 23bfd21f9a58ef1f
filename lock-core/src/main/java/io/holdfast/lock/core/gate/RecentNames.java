package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.key.LockKeys;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Of which names something has happened in this client a moment ago: it has read, or has said so.
 * Of fixed size: two names may share a slot, so this is only good for a guess. Any thread.
 */
final class RecentReads {

  private static final int SLOTS = 1024; // a power of two

  private final AtomicLongArray ended = new AtomicLongArray(SLOTS); // 0: never

  void ended(LockKeys keys, long now) {
    ended.set(slot(keys), now == 0 ? 1 : now);
  }

  boolean isRecent(LockKeys keys, long now, long withinNanos) {
    long last = ended.get(slot(keys));
    return last != 0 && now - last <= withinNanos;
  }

  private static int slot(LockKeys keys) {
    int hash = keys.lockKey().hashCode();
    return (hash ^ (hash >>> 16)) & (SLOTS - 1);
  }
}
