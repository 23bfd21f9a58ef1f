package io.holdfast.lock;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * One time to wait for several locks, one after the other: what the wait for one has taken, the
 * next ones do not get. Any thread.
 */
final class WaitBudget {

  private final Optional<Duration> longest;
  private final LongSupplier nanoClock;
  private final long sinceNanos;

  WaitBudget(Optional<Duration> longest, LongSupplier nanoClock) {
    this.longest = longest;
    this.nanoClock = nanoClock;
    this.sinceNanos = nanoClock.getAsLong();
  }

  /** Begins now; without end if it is empty. */
  static WaitBudget of(Optional<Duration> longest) {
    return new WaitBudget(longest, System::nanoTime);
  }

  /** What is left of a time that has an end: zero or less if it is over. */
  long leftNanos() {
    return Math.max(0, saturatedNanos(longest.orElseThrow()))
        - (nanoClock.getAsLong() - sinceNanos);
  }

  /**
   * These options with what is left. A limit that was zero or less, or is over by now, allows one
   * try that does not wait.
   */
  AcquireOptions left(AcquireOptions options) {
    return longest.isEmpty() ? options : options.waitAtMost(Duration.ofNanos(leftNanos()));
  }

  private static long saturatedNanos(Duration duration) {
    try {
      return duration.toNanos();
    } catch (ArithmeticException e) { // 292 years and more
      return duration.isNegative() ? 0 : Long.MAX_VALUE;
    }
  }
}
