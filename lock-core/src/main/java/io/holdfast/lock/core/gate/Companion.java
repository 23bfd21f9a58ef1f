package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.key.LockKeys;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The other side of a lock that has two: the readers for writers, the writer for readers. This is
 * all that one side has to know of the other. Any thread; each method says which monitor its caller
 * may hold.
 */
public interface Companion {

  /** For a lock that has one side only. */
  Companion NONE = new Companion() {};

  /**
   * Somebody is about to enter the gate of this name. The caller holds no monitor.
   *
   * @param thread the owner of the hold; null for a handle
   */
  default void beforeEntering(LockKeys keys, @Nullable Thread thread) {}

  /**
   * Whether a hold of this name may go to the next owner of this client without the network. The
   * caller holds the monitor of its own gate, so this enters none.
   */
  default boolean mayPassOn(LockKeys keys) {
    return true;
  }

  /**
   * What this thread has of the other side, if it would wait for that here, and so for itself. The
   * caller holds no monitor, and this enters none.
   *
   * @return the end of a message that begins with the name of the lock; empty if nothing
   */
  default Optional<String> inTheWayOf(LockKeys keys, Thread thread) {
    return Optional.empty();
  }

  /** Whether several may have this side at a time. Any monitor may be held; this enters none. */
  default boolean isShared() {
    return false;
  }

  /**
   * Why this side has no conditions. The caller holds no monitor.
   *
   * @return the end of a message that begins with the name of the lock; empty if it has
   */
  default Optional<String> whyNoConditions() {
    return Optional.empty();
  }
}
