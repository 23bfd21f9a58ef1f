package io.holdfast.lock.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.resp.RespException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimelessTextTest {

  private static long micros(long inMinutes) {
    return ChronoUnit.MICROS.between(
        Instant.EPOCH, Instant.now().plus(Duration.ofMinutes(inMinutes)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          word        | word
          123         | 123
          -12         | -12
          30000       | 0 min
          600000      | 10 min
          86400000000 | 86400000000
          QUEUED 7 3  | QUEUED 7 3
          """)
  void told_noTime(String reply, String expected) {
    assertThat(TimelessText.told(reply)).isEqualTo(expected);
  }

  @Test
  void told_numbersNearTheTime_areToldByTheirDistance() {
    assertThat(TimelessText.told(micros(0))).isEqualTo("now");
    assertThat(TimelessText.told(-micros(1))).isEqualTo("-now");
    assertThat(TimelessText.told(micros(0) + (1L << 52))).isEqualTo("parked now");
    assertThat(TimelessText.told(micros(-5) / 1000)).isEqualTo("over");
    assertThat(TimelessText.told(micros(20) / 1000)).isEqualTo("in 20 min");
  }

  @Test
  void told_array_isInBrackets() {
    assertThat(TimelessText.told(List.of("HELD", 5L, List.of()))).isEqualTo("(HELD 5 ())");
  }

  @Test
  void described_setWhoseMembersAreOver_isLikeNone() {
    List<String> over = List.of("a", Long.toString(micros(-5) / 1000));
    assertThat(TimelessText.described("key", "zset", "30000", over)).isEqualTo("\nkey ");
    assertThat(TimelessText.described("key", "hash", "30000", over))
        .isEqualTo("\nkey {a=over} for 0 min");
    assertThat(TimelessText.described("key", "none", "-2", List.of())).isEqualTo("\nkey ");
  }

  @Test
  void answer_error_hasNoPlaceInTheScript() {
    assertThat(
            TimelessText.answer(
                new RespException("OTHER something else script: " + "a".repeat(40) + ", on @user")))
        .endsWith("OTHER something else");
  }
}
