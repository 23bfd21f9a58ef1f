package io.holdfast.leader;

import java.time.Duration;

/** Pauses between attempts that fail one after the other, each twice as long. One thread. */
final class Pauses {

  private static final Duration FIRST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private Duration next = FIRST;

  /** The next one. */
  Duration next() {
    Duration pause = next;
    Duration twice = pause.multipliedBy(2);
    next = twice.compareTo(LONGEST) < 0 ? twice : LONGEST;
    return pause;
  }

  /** Whether there was none since the last success. */
  boolean isFirst() {
    return next.equals(FIRST);
  }

  /** After a success. */
  void restart() {
    next = FIRST;
  }
}
