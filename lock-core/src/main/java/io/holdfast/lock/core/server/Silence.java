package io.holdfast.lock.core.server;

import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.Optional;

/**
 * Since when requests over a connection go unanswered. Any thread; a lost write costs a delay.
 *
 * <p>Of a cluster it is the silence of all nodes. To open its connection anew because of one of
 * them would break what is under way at the others.
 */
final class Silence {

  /** A connection is given up when requests go unanswered and nothing was heard for this long. */
  private static final long LONGEST_NANOS = Duration.ofSeconds(4).toNanos();

  private final MonotonicClock clock;
  private volatile long heardNanos;
  private volatile boolean hasHeard;
  private volatile boolean isSilent;
  private volatile long sinceNanos;

  /** Nothing was asked yet. */
  Silence(MonotonicClock clock) {
    this.clock = clock;
    this.heardNanos = clock.nanoTime();
  }

  /** The server said something. */
  void heard() {
    heardNanos = clock.nanoTime();
    hasHeard = true;
    isSilent = false;
  }

  /** When the server last said something. */
  long heardNanos() {
    return heardNanos;
  }

  /** How long ago the server last said something; empty if it never did. */
  Optional<Duration> sinceHeard() {
    return hasHeard
        ? Optional.of(Duration.ofNanos(Math.max(0, clock.nanoTime() - heardNanos)))
        : Optional.empty();
  }

  /** The connection is a new one. */
  void forget() {
    isSilent = false;
  }

  /** Whether the server said something behind a request that was sent then. */
  boolean wasHeardSince(long sentNanos) {
    return hasHeard && heardNanos - sentNanos > 0;
  }

  /** A request that was sent then was not answered; whether the connection is to be given up. */
  boolean isTooLong(long sentNanos) {
    if (!isSilent) {
      sinceNanos = heardNanos - sentNanos > 0 ? heardNanos : sentNanos;
      isSilent = true;
    }
    return clock.nanoTime() - sinceNanos >= LONGEST_NANOS;
  }
}
