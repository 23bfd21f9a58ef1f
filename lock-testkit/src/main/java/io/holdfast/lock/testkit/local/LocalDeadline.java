package io.holdfast.lock.testkit.local;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * An instant of a {@link LocalClock}, or never.
 *
 * @param isNever whether it never passes
 * @param nanos when it passes, otherwise
 */
record LocalDeadline(boolean isNever, long nanos) {

  /** It never passes. */
  static final LocalDeadline NEVER = new LocalDeadline(true, 0);

  /** Half of what a difference of two readings can express: 146 years. */
  private static final Duration FARTHEST = Duration.ofNanos(Long.MAX_VALUE / 2);

  /** Passes after this wait; at once if it is zero or less, never if it is too large. */
  static LocalDeadline after(long now, Duration wait) {
    if (wait.isNegative()) {
      return new LocalDeadline(false, now);
    }
    return wait.compareTo(FARTHEST) >= 0 ? NEVER : new LocalDeadline(false, now + wait.toNanos());
  }

  /** As {@link #after(long, Duration)}; never if there is no wait. */
  static LocalDeadline after(long now, Optional<Duration> wait) {
    return wait.map(bound -> after(now, bound)).orElse(NEVER);
  }

  boolean hasPassed(long now) {
    return !isNever && nanos - now <= 0;
  }

  /** Until when to park: far away if it never passes. */
  long parkNanos(long now) {
    return isNever ? now + FARTHEST.toNanos() : nanos;
  }

  /** What is left; zero if it has passed, and very much if it never does. */
  long leftNanos(long now) {
    return isNever ? Long.MAX_VALUE : Math.max(0, nanos - now);
  }

  /** A duration that is never too large. */
  static Duration saturated(long time, TimeUnit unit) {
    long seconds = unit.toSeconds(time);
    return seconds == Long.MAX_VALUE || seconds == Long.MIN_VALUE
        ? Duration.ofSeconds(seconds)
        : Duration.of(time, unit.toChronoUnit());
  }
}
