package io.holdfast.lock.torture.nemesis;

import java.time.Duration;
import java.util.Random;

/**
 * How long things take.
 *
 * @param warmUp before the first fault
 * @param shortest a fault, at least; lengths are log-uniform, so that short ones are as frequent as
 *     long ones
 * @param longest a fault, at most, unless the fault itself needs longer
 * @param shortestPause between a healing and the next fault, at least
 * @param longestPause at most
 * @param pairPercent how many of a hundred rounds have two faults at the same time
 */
public record Tempo(
    Duration warmUp,
    Duration shortest,
    Duration longest,
    Duration shortestPause,
    Duration longestPause,
    int pairPercent) {

  private static final Duration LONGEST = Duration.ofSeconds(15);
  private static final Duration SHORTEST = Duration.ofMillis(500);
  private static final Duration WARM_UP = Duration.ofSeconds(5);
  private static final int PAIR_PERCENT = 20;
  private static final int PRESSING_PAIR_PERCENT = 67;

  /** Refuses bounds that are no bounds. */
  public Tempo {
    ascending("shortest", shortest, "longest", longest);
    ascending("shortestPause", shortestPause, "longestPause", longestPause);
    if (warmUp.isNegative() || shortest.isNegative() || shortestPause.isNegative()) {
      throw new IllegalArgumentException(
          "warmUp %s, shortest %s, shortestPause %s: negative"
              .formatted(warmUp, shortest, shortestPause));
    }
    if (shortest.isZero()) {
      throw new IllegalArgumentException("shortest: a fault takes some time");
    }
    if (pairPercent < 0 || pairPercent > 100) {
      throw new IllegalArgumentException(
          "pairPercent: " + pairPercent + " is not within 0 and 100");
    }
  }

  private static void ascending(String lower, Duration least, String upper, Duration most) {
    if (least.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "%s: %s is more than %s, %s".formatted(lower, least, upper, most));
    }
  }

  /**
   * For a run of this length: 5 s of warm-up, faults of 0.5 to 15 s, pauses of 5 to 10 s, one round
   * in five with two faults; all of it shorter in a run of less than 2 min.
   */
  public static Tempo ofRun(Duration run) {
    Duration longest = least(LONGEST, run.dividedBy(8));
    return new Tempo(
        least(WARM_UP, run.dividedBy(24)),
        least(SHORTEST, longest.dividedBy(4)),
        longest,
        longest.dividedBy(3),
        longest.multipliedBy(2).dividedBy(3),
        PAIR_PERCENT);
  }

  /**
   * Faults of a third of the length, pauses of a sixth, and two rounds of three with two faults.
   */
  public Tempo pressing() {
    return new Tempo(
        warmUp,
        least(shortest, longest.dividedBy(3)),
        longest.dividedBy(3),
        shortestPause.dividedBy(6),
        longestPause.dividedBy(6),
        PRESSING_PAIR_PERCENT);
  }

  private static Duration least(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  Duration drawLength(Random random) {
    double ratio = (double) longest.toNanos() / shortest.toNanos();
    return Duration.ofNanos((long) (shortest.toNanos() * Math.pow(ratio, random.nextDouble())));
  }

  Duration drawPause(Random random) {
    long span = longestPause.minus(shortestPause).toNanos();
    return shortestPause.plusNanos((long) (span * random.nextDouble()));
  }

  boolean drawPair(Random random) {
    return random.nextInt(100) < pairPercent;
  }
}
