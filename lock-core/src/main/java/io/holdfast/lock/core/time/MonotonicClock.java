package io.holdfast.lock.core.time;

/** A clock that only goes forward, as {@link System#nanoTime()}; a virtual one in tests. */
@FunctionalInterface
public interface MonotonicClock {

  /** The clock of this JVM. */
  MonotonicClock SYSTEM = System::nanoTime;

  /** Nanoseconds since an arbitrary origin; compare by difference only. */
  long nanoTime();
}
