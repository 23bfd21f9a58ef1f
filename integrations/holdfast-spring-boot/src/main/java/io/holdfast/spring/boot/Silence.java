package io.holdfast.spring.boot;

import java.time.Duration;
import java.util.Optional;

/**
 * Judges how long a server has been silent.
 *
 * @param downAfter from when on it counts as away
 */
record Silence(Duration downAfter) {

  private static final Duration FRESH = Duration.ofSeconds(1);

  Silence {
    if (downAfter.isZero() || downAfter.isNegative()) {
      throw new HoldfastConfigurationException(
          "holdfast.health.down-after",
          "%s is not more than nothing".formatted(downAfter),
          "Set a time such as 10s.");
    }
  }

  /** What follows from a silence. */
  enum Verdict {
    /** It has answered not long ago. */
    UP,
    /** It has never answered, and there was not much time. */
    UNKNOWN,
    /** It has been silent for too long. */
    DOWN
  }

  /** Whether the last answer is so old that another one should be asked for. */
  boolean isToBeBroken(Optional<Duration> sinceLastAnswer) {
    Duration fresh = downAfter.dividedBy(2).compareTo(FRESH) < 0 ? downAfter.dividedBy(2) : FRESH;
    return sinceLastAnswer.isEmpty() || sinceLastAnswer.get().compareTo(fresh) > 0;
  }

  /** The verdict after the question. */
  Verdict judge(Optional<Duration> sinceLastAnswer, Duration sinceStart) {
    if (sinceLastAnswer.orElse(sinceStart).compareTo(downAfter) >= 0) {
      return Verdict.DOWN;
    }
    return sinceLastAnswer.isPresent() ? Verdict.UP : Verdict.UNKNOWN;
  }
}
