package io.holdfast.lock.testkit.local;

import java.util.concurrent.locks.LockSupport;

/** A clock that only goes forward, as {@link System#nanoTime()}; a virtual one in tests. */
@FunctionalInterface
interface LocalClock {

  /** The clock of this JVM. */
  LocalClock SYSTEM = System::nanoTime;

  /** Nanoseconds since an arbitrary origin; compare by difference only. */
  long nanoTime();

  /** Parks the current thread until this time at the latest; ends early as park does. */
  default void parkUntil(Object blocker, long untilNanos) {
    LockSupport.parkNanos(blocker, untilNanos - nanoTime());
  }
}
