package io.holdfast.lock.core.time;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Pauses between repeats: from 20 ms doubling to 1 s, or to another length, each between half and
 * the whole of it. Not thread-safe.
 */
public final class Backoff {

  private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int DOUBLINGS = 20;
  private static final long BEAT_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long PHASE_NANOS = ThreadLocalRandom.current().nextLong(BEAT_NANOS);

  private final long longestNanos;
  private int failures;

  /** Up to 1 s. */
  public Backoff() {
    this(LONGEST_NANOS);
  }

  private Backoff(long longestNanos) {
    this.longestNanos = longestNanos;
  }

  /** Up to 2 s: in the long run at most one attempt a second. */
  public static Backoff ofConnections() {
    return new Backoff(2 * LONGEST_NANOS);
  }

  /** How long to pause after a failure, by the number of failures before it. */
  private static long pauseNanos(int failuresBefore) {
    return pauseNanos(failuresBefore, LONGEST_NANOS);
  }

  private static long pauseNanos(int failuresBefore, long longestOfAll) {
    long longest = Math.min(longestOfAll, FIRST_NANOS << Math.min(failuresBefore, DOUBLINGS));
    return ThreadLocalRandom.current().nextLong(longest / 2, longest + 1);
  }

  /**
   * When to repeat what had failed so often before. Long pauses end on a beat that all of this
   * process share, so that what fails together is repeated together; other processes have another.
   */
  public static long againNanos(long now, int failuresBefore) {
    long again = now + pauseNanos(failuresBefore);
    return FIRST_NANOS << Math.min(failuresBefore, DOUBLINGS) < LONGEST_NANOS
        ? again
        : again + BEAT_NANOS - Math.floorMod(again + PHASE_NANOS, BEAT_NANOS);
  }

  /** How long to pause now; the next time for longer. */
  public long nextNanos() {
    return pauseNanos(failures++, longestNanos);
  }

  /** It worked: begin with short pauses again. */
  public void reset() {
    failures = 0;
  }
}
