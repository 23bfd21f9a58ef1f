package io.holdfast.benchmarks.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntervalTest {

  /** As in any table of the sign test. */
  @ParameterizedTest
  @CsvSource({
    "6, 3.5, 1, 6, 0.96875",
    "7, 4, 1, 7, 0.984375",
    "8, 4.5, 1, 8, 0.9921875",
    "9, 5, 2, 8, 0.9609375",
    "15, 8, 4, 12, 0.96484375",
    "5, 3, 1, 5, 0.9375",
    "1, 1, 1, 1, 0",
  })
  void interval_ofSoManyRounds_isBetweenTheRightOnes(
      int rounds, double median, double low, double high, double coverage) {
    Interval interval = Interval.of(shuffled(rounds));

    assertThat(interval.median()).isEqualTo(median);
    assertThat(interval.low()).isEqualTo(low);
    assertThat(interval.high()).isEqualTo(high);
    assertThat(interval.coverage()).isCloseTo(coverage, within(1e-9));
  }

  @Test
  void interval_ofNothing_isRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> Interval.of(List.of()));
  }

  private static List<Double> shuffled(int upTo) {
    List<Double> numbers =
        new ArrayList<>(IntStream.rangeClosed(1, upTo).mapToObj(i -> (double) i).toList());
    Collections.shuffle(numbers);
    return numbers;
  }
}
