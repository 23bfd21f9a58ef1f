package io.holdfast.lock.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.engine.Verbs.Debt;
import io.holdfast.lock.core.engine.Verbs.ReleaseRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When the end of an acquisition leaves a tombstone, and says that a signal is owed. */
class TombstoneTest {

  private record Known(boolean mayArriveLate, boolean mayOweSignal) implements Doubts {}

  private static ReleaseRequest request(boolean tombstone, Debt debt) {
    return new ReleaseRequest("client:1:5000", tombstone, debt);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # planned      | late  | owes  | unanswered | sent
          false | NONE     | false | false | false      | false | NONE
          false | NONE     | false | false | true       | true  | NONE
          false | NONE     | true  | false | false      | true  | NONE
          false | NONE     | true  | false | true       | true  | NONE
          false | NONE     | false | true  | false      | false | OWED
          false | NONE     | false | true  | true       | true  | OWED
          false | POSSIBLE | false | false | false      | false | POSSIBLE
          false | POSSIBLE | true  | true  | false      | true  | OWED
          true  | NONE     | false | false | false      | true  | NONE
          true  | OWED     | false | false | true       | true  | OWED
          """)
  void applyTo(
      boolean planned,
      Debt plannedDebt,
      boolean mayArriveLate,
      boolean mayOweSignal,
      boolean unanswered,
      boolean tombstone,
      Debt debt) {
    Doubts doubts = new Known(mayArriveLate, mayOweSignal);
    assertThat(doubts.applyTo(request(planned, plannedDebt), unanswered))
        .isEqualTo(request(tombstone, debt));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          # sent         | late  | owes  | behind it
          false | NONE     | false | false | -
          true  | NONE     | true  | false | -
          true  | OWED     | true  | true  | -
          false | NONE     | true  | false | NONE
          false | OWED     | true  | true  | NONE
          true  | NONE     | false | true  | OWED
          true  | POSSIBLE | false | true  | OWED
          false | NONE     | true  | true  | OWED
          """)
  void behind(
      boolean tombstone,
      Debt debt,
      boolean mayArriveLate,
      boolean mayOweSignal,
      @Nullable Debt behind) {
    Doubts doubts = new Known(mayArriveLate, mayOweSignal);
    if (behind == null) {
      assertThat(doubts.behind(request(tombstone, debt))).isEmpty();
    } else {
      assertThat(doubts.behind(request(tombstone, debt))).hasValue(request(true, behind));
    }
  }
}
