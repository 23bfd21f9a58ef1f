package io.holdfast.lock.core.engine;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Pauses between repeats: from 20 ms doubling to 1 s, each between half and the whole of it. */
final class Backoff {

  private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int DOUBLINGS = 6;

  private int failures;

  long nextNanos() {
    long longest =
        Math.min(TimeUnit.SECONDS.toNanos(1), FIRST_NANOS << Math.min(failures, DOUBLINGS));
    failures++;
    return ThreadLocalRandom.current().nextLong(longest / 2, longest + 1);
  }

  void reset() {
    failures = 0;
  }
}
