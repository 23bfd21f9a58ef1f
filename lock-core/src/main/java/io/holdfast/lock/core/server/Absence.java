package io.holdfast.lock.core.server;

import io.holdfast.lock.core.time.MonotonicClock;

/**
 * Since when requests find no connection. Written by the event loop and the timer of time-outs; a
 * lost write costs a delay. Any thread.
 */
final class Absence {

  private final MonotonicClock clock;
  private volatile boolean isAbsent;
  private volatile long sinceNanos;

  /** Nothing is missed yet. */
  Absence(MonotonicClock clock) {
    this.clock = clock;
  }

  /** A request found no connection. */
  void noticed() {
    if (!isAbsent) {
      sinceNanos = clock.nanoTime();
      isAbsent = true;
    }
  }

  /** There is a connection. */
  void end() {
    isAbsent = false;
  }

  /** Whether requests have found no connection for this long. */
  boolean hasLasted(long nanos) {
    return isAbsent && clock.nanoTime() - sinceNanos >= nanos;
  }
}
