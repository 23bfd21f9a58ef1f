package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.key.LockKeys;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Of which names something has happened in this client a moment ago. Of fixed size: a name may push
 * out another, and two at the same moment may be taken for each other, so this is only good for a
 * guess. Takes no memory later. Any thread.
 */
public final class RecentNames {

  private static final int SLOTS = 1024; // a power of two

  private final AtomicReferenceArray<String> names = new AtomicReferenceArray<>(SLOTS);
  private final AtomicLongArray last = new AtomicLongArray(SLOTS);

  /** It happens now. */
  public void happens(LockKeys keys, long now) {
    int slot = slot(keys);
    names.setPlain(slot, null); // while the time may be another one's
    last.set(slot, now);
    names.set(slot, keys.lockKey());
  }

  /** Whether it has happened within that time, as far as is known. */
  public boolean isRecent(LockKeys keys, long now, long withinNanos) {
    int slot = slot(keys);
    return keys.lockKey().equals(names.get(slot)) && now - last.get(slot) <= withinNanos;
  }

  private static int slot(LockKeys keys) {
    int hash = keys.lockKey().hashCode();
    return (hash ^ (hash >>> 16)) & (SLOTS - 1);
  }
}
