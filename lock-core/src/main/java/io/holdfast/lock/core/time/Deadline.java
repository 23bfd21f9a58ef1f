package io.holdfast.lock.core.time;

import java.time.Duration;

/** An instant of a {@link MonotonicClock}, or never. Made once, where a call enters. */
public final class Deadline {

  /** Half of what a difference of two clock readings can express. */
  private static final long FARTHEST_NANOS = Long.MAX_VALUE / 2;

  private static final Deadline NEVER = new Deadline(true, 0);

  private final boolean never;
  private final long nanos;

  private Deadline(boolean never, long nanos) {
    this.never = never;
    this.nanos = nanos;
  }

  /** Does not pass. */
  public static Deadline never() {
    return NEVER;
  }

  /** Passes after {@code wait}; at once if that is zero or less, never if it is too large. */
  public static Deadline after(MonotonicClock clock, Duration wait) {
    if (wait.isNegative()) {
      return new Deadline(false, clock.nanoTime());
    }
    if (wait.toSeconds() >= FARTHEST_NANOS / 1_000_000_000L) {
      return NEVER;
    }
    return new Deadline(false, clock.nanoTime() + wait.toNanos());
  }

  /** Whether it never passes. */
  public boolean isNever() {
    return never;
  }

  /** Whether it has passed at {@code now}. */
  public boolean hasPassed(long now) {
    return !never && nanos - now <= 0;
  }

  /** Nanoseconds from {@code now}, zero if passed; a very large number for never. */
  public long remainingNanos(long now) {
    return never ? Long.MAX_VALUE : Math.max(0, nanos - now);
  }
}
