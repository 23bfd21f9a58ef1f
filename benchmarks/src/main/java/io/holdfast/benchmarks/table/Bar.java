package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.Subject;
import java.util.Optional;

/**
 * What is asked of Holdfast.
 *
 * @param ours which of Holdfast's settings it is asked of
 * @param against by whose number ours is divided; empty: by none
 * @param direction on which side of the limit is good
 * @param limit of the quotient
 */
record Bar(Subject ours, Optional<Subject> against, Direction direction, double limit) {

  /** On which side of the limit is good. */
  enum Direction {
    AT_LEAST("≥"),
    AT_MOST("≤"),
    BELOW("<");

    private final String sign;

    Direction(String sign) {
      this.sign = sign;
    }
  }

  static Bar atLeast(double limit, Subject against) {
    return new Bar(Subject.HOLDFAST, Optional.of(against), Direction.AT_LEAST, limit);
  }

  static Bar atMost(double limit, Subject against) {
    return new Bar(Subject.HOLDFAST, Optional.of(against), Direction.AT_MOST, limit);
  }

  static Bar below(double limit, Subject against) {
    return new Bar(Subject.HOLDFAST, Optional.of(against), Direction.BELOW, limit);
  }

  static Bar atLeast(double limit) {
    return new Bar(Subject.HOLDFAST, Optional.empty(), Direction.AT_LEAST, limit);
  }

  static Bar atMost(double limit) {
    return new Bar(Subject.HOLDFAST, Optional.empty(), Direction.AT_MOST, limit);
  }

  /** The same, asked of this one. */
  Bar of(Subject other) {
    return new Bar(other, against, direction, limit);
  }

  Verdict judge(Interval quotient) {
    if (isReachedBy(quotient.median())) {
      return Verdict.HOLDS;
    }
    boolean bestReaches =
        isReachedBy(direction == Direction.AT_LEAST ? quotient.high() : quotient.low());
    return bestReaches ? Verdict.HOLDS_WITHIN_INTERVAL : Verdict.FAILS;
  }

  private boolean isReachedBy(double value) {
    return switch (direction) {
      case AT_LEAST -> value >= limit;
      case AT_MOST -> value <= limit;
      case BELOW -> value < limit;
    };
  }

  @Override
  public String toString() {
    return direction.sign
        + " "
        + Numbers.text(limit)
        + against.map(subject -> " × " + subject.label()).orElse("");
  }
}
