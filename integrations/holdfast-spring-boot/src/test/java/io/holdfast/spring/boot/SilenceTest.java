package io.holdfast.spring.boot;

import static io.holdfast.spring.boot.Silence.Verdict.DOWN;
import static io.holdfast.spring.boot.Silence.Verdict.UNKNOWN;
import static io.holdfast.spring.boot.Silence.Verdict.UP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SilenceTest {

  private final Silence silence = new Silence(Duration.ofSeconds(10));

  private static Optional<Duration> ms(long millis) {
    return Optional.of(Duration.ofMillis(millis));
  }

  @Test
  void judge_answerWithinTheTime_isUp() {
    assertThat(silence.judge(ms(9_999), Duration.ofDays(1))).isEqualTo(UP);
  }

  @Test
  void judge_noAnswerForTheTime_isDown() {
    assertThat(silence.judge(ms(10_000), Duration.ofDays(1))).isEqualTo(DOWN);
  }

  @Test
  void judge_neverAnswered_isUnknownAndThenDown() {
    assertThat(silence.judge(Optional.empty(), Duration.ofMillis(9_999))).isEqualTo(UNKNOWN);
    assertThat(silence.judge(Optional.empty(), Duration.ofSeconds(10))).isEqualTo(DOWN);
  }

  @Test
  void isToBeBroken_answerJustNow_isNot() {
    assertThat(silence.isToBeBroken(ms(1_000))).isFalse();
    assertThat(silence.isToBeBroken(ms(1_001))).isTrue();
    assertThat(silence.isToBeBroken(Optional.empty())).isTrue();
  }

  @Test
  void new_noTime_isRefusedByName() {
    assertThatThrownBy(() -> new Silence(Duration.ZERO))
        .isInstanceOf(HoldfastConfigurationException.class)
        .hasMessageContaining("holdfast.health.down-after", "PT0S");
  }

  @Test
  void isToBeBroken_shortTime_isBrokenInTime() {
    assertThat(new Silence(Duration.ofMillis(100)).isToBeBroken(ms(51))).isTrue();
  }
}
