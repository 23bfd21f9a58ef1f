package io.holdfast.lock.core.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AcknowledgementTest {

  private static final RuntimeException REFUSED = new RuntimeException("refused");

  private enum Answer {
    OPEN,
    HELD,
    NOT_HELD,
    REFUSAL,
    CANCELLED
  }

  private static CompletableFuture<Boolean> future(Answer answer) {
    CompletableFuture<Boolean> future = new CompletableFuture<>();
    switch (answer) {
      case OPEN -> {}
      case HELD -> future.complete(true);
      case NOT_HELD -> future.complete(false);
      case REFUSAL -> future.completeExceptionally(REFUSED);
      case CANCELLED -> future.cancel(false);
    }
    return future;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          OPEN      | LATE
          HELD      | ANSWERED
          NOT_HELD  | ANSWERED
          REFUSAL   | FAILED
          CANCELLED | FAILED
          """)
  void of(Answer answer, Acknowledgement expected) {
    assertThat(Acknowledgement.of(future(answer))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          OPEN     | open
          HELD     | done
          NOT_HELD | lost
          REFUSAL  | refused
          """)
  void later(Answer answer, String expected) {
    CompletableFuture<Void> told =
        Acknowledgement.later(
            future(answer),
            Runnable::run,
            wasHeld -> wasHeld ? Optional.empty() : Optional.of(new RuntimeException("lost")));
    assertThat(outcome(told)).isEqualTo(expected);
  }

  private static String outcome(CompletableFuture<Void> told) {
    return switch (Acknowledgement.of(told)) {
      case LATE -> "open";
      case ANSWERED -> "done";
      case FAILED -> String.valueOf(Acknowledgement.causeOf(told).getMessage());
    };
  }

  @Test
  void causeOf_dependentOfAFailure_isTheCauseOfThat() {
    CompletableFuture<String> dependent = future(Answer.REFUSAL).thenApply(held -> "never");
    assertThat(Acknowledgement.causeOf(dependent)).isSameAs(REFUSED);
  }

  @Test
  void causeOf_answered_isRefused() {
    assertThatIllegalStateException()
        .isThrownBy(() -> Acknowledgement.causeOf(future(Answer.HELD)));
  }
}
