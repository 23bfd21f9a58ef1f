package io.holdfast.lock.core.inbox;

import io.holdfast.lock.core.time.MonotonicClock;

/**
 * Whether what the server publishes for us to hear arrives where we listen. Written by the event
 * loops of two connections; a lost write costs a delay. Any thread.
 */
final class Echoes {

  private final MonotonicClock clock;
  private final long limitNanos;
  private volatile long heardNanos; // when anything was last heard
  private volatile boolean isMissing;
  private volatile long missingSinceNanos;

  /**
   * None is missing.
   *
   * @param limitNanos one that takes longer than this is missing
   */
  Echoes(MonotonicClock clock, long limitNanos) {
    this.clock = clock;
    this.limitNanos = limitNanos;
    this.heardNanos = clock.nanoTime();
  }

  /** Something was heard. */
  void heard() {
    heardNanos = clock.nanoTime();
    isMissing = false;
  }

  long heardNanos() {
    return heardNanos;
  }

  /** Whether anything was heard since then. */
  boolean wasHeardSince(long nanos) {
    return heardNanos - nanos >= 0;
  }

  /** None is missing, at a new connection. */
  void forget() {
    isMissing = false;
  }

  /**
   * One was published for a question that was sent then. It may be here already, or still be on its
   * way.
   *
   * @return whether nothing at all has come for too long: the connection only looks open
   */
  boolean published(long sentNanos) {
    if (wasHeardSince(sentNanos)) {
      return false;
    }
    if (!isMissing) {
      // Not since it was sent: after a pause of the process the answer may be read before the echo.
      missingSinceNanos = clock.nanoTime();
      isMissing = true;
      if (wasHeardSince(sentNanos)) {
        isMissing = false; // it came just now
        return false;
      }
    }
    return clock.nanoTime() - missingSinceNanos > limitNanos;
  }
}
