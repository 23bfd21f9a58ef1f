package io.holdfast.leader;

import java.time.Duration;

/** Pauses between attempts that fail one after the other, each twice as long. One thread. */
final class Pauses {

  static final Duration FIRST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private final Duration first;
  private Duration next;

  Pauses(Duration first) {
    this.first = first;
    this.next = first;
  }

  /** The next one. */
  Duration next() {
    Duration pause = next;
    Duration twice = pause.multipliedBy(2);
    next = twice.compareTo(LONGEST) < 0 ? twice : LONGEST;
    return pause;
  }

  /** The next one, after an attempt that lasted for so long before it failed. */
  Duration nextAfter(Duration lasted) {
    if (lasted.compareTo(LONGEST) > 0) {
      restart();
    }
    return next();
  }

  /** After a success. */
  void restart() {
    next = first;
  }
}
