package io.holdfast.lock.cli.demo;

import java.time.Duration;

/**
 * How long the chapters are.
 *
 * @param firstHold how long worker 1 holds the lock in the first chapter
 * @param slowMotion how long each hand-over is shown
 * @param fullSpeed how long they contend at full speed
 * @param carryOn how long to watch the others after a blow
 */
record Pace(Duration firstHold, Duration slowMotion, Duration fullSpeed, Duration carryOn) {

  static final Pace FULL =
      new Pace(
          Duration.ofSeconds(5),
          Duration.ofMillis(2500),
          Duration.ofSeconds(5),
          Duration.ofSeconds(2));

  static final Pace QUICK =
      new Pace(
          Duration.ofSeconds(1),
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          Duration.ofMillis(500));
}
