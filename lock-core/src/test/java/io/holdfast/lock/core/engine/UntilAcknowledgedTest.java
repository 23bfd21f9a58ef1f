package io.holdfast.lock.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.server.ServerFailure;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which requests are sent again. */
class UntilAcknowledgedTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          NOT_EXECUTED | false | 1  | true
          UNKNOWN      | false | 1  | true
          NOT_EXECUTED | false | 0  | false
          UNKNOWN      | false | -1 | false
          NOT_EXECUTED | true  | 1  | false
          UNKNOWN      | true  | 1  | false
          REFUSED      | false | 1  | false
          REFUSED      | true  | 0  | false
          """)
  void mayRepeat(
      ServerFailure.Kind failure, boolean isAbandoned, long leftNanos, boolean expected) {
    assertThat(UntilAcknowledged.mayRepeat(failure, isAbandoned, leftNanos)).isEqualTo(expected);
  }
}
