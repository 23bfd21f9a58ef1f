package io.holdfast.lock.core.inbox;

import io.holdfast.lock.core.key.LockKeys;

/**
 * Where a client listens for word of a lock, besides its inbox: in a cluster, at a channel in the
 * slot of the lock, as what is published to the inbox goes to every node. Any thread; never blocks.
 */
public interface Ears {

  /** On a single server the inbox is enough. */
  Ears NONE =
      new Ears() {
        @Override
        public boolean hear(LockKeys keys) {
          return false;
        }

        @Override
        public String flags(LockKeys keys) {
          return "";
        }

        @Override
        public void attend(LockKeys keys) {
          // The inbox hears it.
        }

        @Override
        public boolean echoed(LockKeys keys, long sentNanos, long echo) {
          return false;
        }
      };

  /**
   * Whether it listens there now. The ids of what it asks for from now on say so: {@link #MARK}.
   */
  boolean hear(LockKeys keys);

  /** What scripts are to know of the slot of these keys. */
  String flags(LockKeys keys);

  /** Somebody waits for this lock, or for what is held of it: begins to listen. */
  void attend(LockKeys keys);

  /**
   * A question that was sent then was answered, and had the server publish an echo.
   *
   * @param echo what is said of it, see {@link Echo}
   * @return whether it was published in the slot
   */
  boolean echoed(LockKeys keys, long sentNanos, long echo);

  /** In an id: the client listens in the slot of the lock. */
  String MARK = "h";
}
