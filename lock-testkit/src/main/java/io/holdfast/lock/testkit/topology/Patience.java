package io.holdfast.lock.testkit.topology;

import io.holdfast.lock.testkit.concurrent.Eventually;
import java.time.Duration;
import java.util.concurrent.Callable;

/** One limit for several things that are waited for, one after the other. */
record Patience(long untilNanos) {

  static Patience ofAMinute() {
    return within(Duration.ofMinutes(1));
  }

  static Patience within(Duration limit) {
    return new Patience(System.nanoTime() + limit.toNanos());
  }

  /**
   * Waits until the condition holds; it is looked at once at least.
   *
   * @throws AssertionError if it does not hold when the limit is over
   */
  void isTrue(String expectation, Callable<Boolean> condition) {
    Duration left = Duration.ofNanos(Math.max(0, untilNanos - System.nanoTime()));
    Eventually.within(left).isTrue(expectation, condition);
  }
}
