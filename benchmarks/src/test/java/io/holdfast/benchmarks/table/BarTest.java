package io.holdfast.benchmarks.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.benchmarks.subject.Subject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BarTest {

  @ParameterizedTest
  @CsvSource({
    "0.9, 0.95, 1, HOLDS",
    "0.9, 0.94, 0.95, HOLDS_WITHIN_INTERVAL",
    "0.9, 0.93, 0.94, FAILS",
  })
  void judge_atLeast_looksAtMedianThenAtUpperEnd(
      double low, double median, double high, Verdict verdict) {
    Bar bar = Bar.atLeast(0.95, Subject.BARE);
    assertThat(bar.judge(new Interval(median, low, high, 0.98))).isEqualTo(verdict);
  }

  @ParameterizedTest
  @CsvSource({
    "0.05, 0.1, 0.2, HOLDS",
    "0.1, 0.11, 0.2, HOLDS_WITHIN_INTERVAL",
    "0.11, 0.12, 0.2, FAILS",
  })
  void judge_atMost_looksAtMedianThenAtLowerEnd(
      double low, double median, double high, Verdict verdict) {
    Bar bar = Bar.atMost(0.1, Subject.REDISSON);
    assertThat(bar.judge(new Interval(median, low, high, 0.98))).isEqualTo(verdict);
  }

  @Test
  void toString_saysWhatIsAsked() {
    assertThat(Bar.atLeast(0.95, Subject.BARE)).hasToString("≥ 0.95 × bare");
    assertThat(Bar.atMost(2)).hasToString("≤ 2");
  }
}
