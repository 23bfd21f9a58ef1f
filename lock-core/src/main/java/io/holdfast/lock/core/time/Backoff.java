package io.holdfast.lock.core.time;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Pauses between repeats: from 20 ms doubling to 1 s, each between half and the whole of it. Not
 * thread-safe.
 */
public final class Backoff {

  private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int DOUBLINGS = 6;

  private int failures;

  /** How long to pause after a failure that had so many before it: for who counts them itself. */
  public static long pauseNanos(int failuresBefore) {
    long longest =
        Math.min(TimeUnit.SECONDS.toNanos(1), FIRST_NANOS << Math.min(failuresBefore, DOUBLINGS));
    return ThreadLocalRandom.current().nextLong(longest / 2, longest + 1);
  }

  /** How long to pause now; the next time for longer. */
  public long nextNanos() {
    return pauseNanos(failures++);
  }

  /** It worked: begin with short pauses again. */
  public void reset() {
    failures = 0;
  }
}
