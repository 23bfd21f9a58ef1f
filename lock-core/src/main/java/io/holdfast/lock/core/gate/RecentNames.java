package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.key.LockKeys;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Of which names something has happened in this client a moment ago. Of fixed size: two names may
 * share a slot, so this is only good for a guess. Any thread.
 */
public final class RecentNames {

  private static final int SLOTS = 1024; // a power of two

  private final AtomicLongArray last = new AtomicLongArray(SLOTS); // 0: never

  /** It happens now. */
  public void happens(LockKeys keys, long now) {
    last.set(slot(keys), now == 0 ? 1 : now);
  }

  /** Whether it has happened within that time, as far as is known. */
  public boolean isRecent(LockKeys keys, long now, long withinNanos) {
    long then = last.get(slot(keys));
    return then != 0 && now - then <= withinNanos;
  }

  private static int slot(LockKeys keys) {
    int hash = keys.lockKey().hashCode();
    return (hash ^ (hash >>> 16)) & (SLOTS - 1);
  }
}
