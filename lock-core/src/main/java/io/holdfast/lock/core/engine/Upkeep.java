package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.server.FailureReason;
import io.holdfast.lock.core.server.ServerFailure;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What had become of the renewals of a hold when its validity ran out. Immutable.
 *
 * @param sinceRenewalNanos since the last request that set the expiry
 * @param reason as far as it can be told
 * @param failures of renewals since then
 * @param lastFailure of those; null if no one server has told it
 */
public record Upkeep(
    long sinceRenewalNanos, Reason reason, int failures, @Nullable ServerFailure lastFailure) {

  /** Why the validity was not made longer. */
  public enum Reason {
    /** It was not to be. */
    FIXED,
    /** It was not to be any more. */
    CAPPED,
    /** Renewals have failed. */
    FAILED,
    /** A renewal was on its way. */
    UNANSWERED,
    /** Nothing is known to have failed. */
    UNKNOWN
  }

  /** For people. */
  public String text() {
    String since =
        "last renewed %s ms ago, ".formatted(TimeUnit.NANOSECONDS.toMillis(sinceRenewalNanos));
    return switch (reason) {
      case FIXED -> "its lease was not to be renewed";
      case CAPPED -> "its lease has reached its cap";
      case UNANSWERED -> since + "and a renewal is not answered yet";
      case UNKNOWN -> since + "and no renewal has failed: did this process stand still?";
      case FAILED -> since + "failed renewals since then: " + failures + because();
    };
  }

  private String because() {
    return lastFailure == null ? "" : ", the last because " + FailureReason.of(lastFailure.cause());
  }
}
