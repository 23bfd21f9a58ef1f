package io.holdfast.lock.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which settings are refused, and with which words. */
class SettingsRulesTest {

  private static void assertSays(@Nullable String refusal, ThrowingCallable call) {
    if (refusal == null) {
      assertThatCode(call).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(refusal);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          PT0.99S | slice PT0.99S: must be from PT1S to PT2S
          PT1S    | -
          PT2S    | -
          PT2.01S | slice PT2.01S: must be from PT1S to PT2S
          """)
  void between(Duration value, @Nullable String refusal) {
    Duration least = Duration.ofSeconds(1);
    Duration most = Duration.ofSeconds(2);
    assertSays(
        refusal,
        () -> assertThat(SettingsRules.between("slice", value, least, most)).isSameAs(value));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          PT5S    | PT2S | PT10M | PT0S     | -
          PT4.4S  | PT2S | PT10M | PT0S     | claimLease PT4.4S: must be more than 2.2 times the commandTimeout PT2S
          PT4.41S | PT2S | PT10M | PT0S     | -
          PT2M    | PT2S | PT2M  | PT0S     | retention PT2M: must be longer than the claimLease PT2M
          PT2M    | PT2S | PT3M  | PT0S     | -
          PT4M    | PT2M | PT1M  | PT0S     | claimLease PT4M: must be more than 2.2 times the commandTimeout PT2M
          PT5S    | PT2S | PT10M | PT5S     | -
          PT5S    | PT2S | PT10M | PT5.001S | linger PT5.001S: must be at most the claimLease PT5S
          """)
  void requireFit(
      Duration claimLease,
      Duration commandTimeout,
      Duration retention,
      Duration linger,
      @Nullable String refusal) {
    assertSays(
        refusal, () -> SettingsRules.requireFit(claimLease, commandTimeout, retention, linger));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          false | false | -
          false | true  | -
          true  | true  | -
          true  | false | clusterRefresh: needs cluster()
          """)
  void requireCluster(boolean hasRefresh, boolean isCluster, @Nullable String refusal) {
    assertSays(refusal, () -> SettingsRules.requireCluster(hasRefresh, isCluster));
  }
}
