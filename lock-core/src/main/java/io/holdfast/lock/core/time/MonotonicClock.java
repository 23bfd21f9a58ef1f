package io.holdfast.lock.core.time;

import java.util.concurrent.locks.LockSupport;

/** A clock that only goes forward, as {@link System#nanoTime()}; a virtual one in tests. */
@FunctionalInterface
public interface MonotonicClock {

  /** The clock of this JVM. */
  MonotonicClock SYSTEM = System::nanoTime;

  /** Nanoseconds since an arbitrary origin; compare by difference only. */
  long nanoTime();

  /**
   * Parks the current thread until this time at the latest, unless it has passed; ends early as
   * {@link LockSupport#park} does: by a permit, an interrupt, or for no reason.
   *
   * @param blocker what is waited for, as thread dumps show it
   */
  default void parkUntil(Object blocker, long untilNanos) {
    LockSupport.parkNanos(blocker, untilNanos - nanoTime());
  }
}
