package io.holdfast.lock.core.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TimeArgumentsTest {

  @ParameterizedTest
  @EnumSource(TimeUnit.class)
  void saturated_everyUnit_isWhatTheUnitSays(TimeUnit unit) {
    assertThat(TimeArguments.saturated(3, unit).toNanos()).isEqualTo(unit.toNanos(3));
    assertThat(TimeArguments.saturated(-3, unit).isNegative()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(TimeUnit.class)
  void saturated_tooLarge_isVeryLarge(TimeUnit unit) {
    assertThat(TimeArguments.saturated(Long.MAX_VALUE, unit))
        .isGreaterThan(Duration.ofDays(365 * 100));
  }

  @Test
  void fixed_minusOne_namesTheCallThatRenews() {
    assertThatThrownBy(() -> TimeArguments.fixed(-1, TimeUnit.SECONDS, "lock()"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1")
        .hasMessageContaining("lock()");
  }

  @Test
  void saturatedMillis_outOfRange_saturates() {
    assertThat(TimeArguments.saturatedMillis(Duration.ofSeconds(Long.MIN_VALUE)))
        .isEqualTo(Long.MIN_VALUE);
    assertThat(TimeArguments.saturatedMillis(Duration.ofMillis(5))).isEqualTo(5);
  }
}
