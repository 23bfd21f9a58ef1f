package io.holdfast.lock.redlock;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * How long an acquisition waits before it asks again. All clients that split the votes hear of the
 * end of a hold at about the same time: if they asked again at once, they would split the votes
 * again.
 */
final class RandomPause {

  /** After the first split vote, one tries again within this; then within twice as much. */
  private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private static final int DOUBLINGS = 4;

  private RandomPause() {}

  /** After that many rounds that were lost before. */
  static long nanosAfter(int rounds) {
    long longest = FIRST_NANOS << Math.min(rounds, DOUBLINGS);
    return ThreadLocalRandom.current().nextLong(longest / 4, longest);
  }
}
