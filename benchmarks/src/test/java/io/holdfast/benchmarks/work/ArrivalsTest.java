package io.holdfast.benchmarks.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ArrivalsTest {

  private static final int MANY = 100_000;
  private static final double RATE = 200;

  @Test
  void next_ofMany_comeAtTheRateWithExponentialGaps() {
    long[] times = times(1, MANY);
    double[] gaps = new double[MANY - 1];
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = (times[i + 1] - times[i]) / 1e9;
    }
    double mean = LongStream.of(times).max().orElseThrow() / 1e9 / MANY;
    assertThat(mean).isCloseTo(1 / RATE, within(0.02 / RATE));
    double longer = 0;
    for (double gap : gaps) {
      assertThat(gap).isNotNegative();
      longer += gap > 2 / RATE ? 1 : 0;
    }
    assertThat(longer / gaps.length).isCloseTo(Math.exp(-2), within(0.01));
  }

  @Test
  void next_withTheSameSeed_isTheSame() {
    assertThat(times(5, 100)).isEqualTo(times(5, 100)).isNotEqualTo(times(6, 100));
  }

  private static long[] times(long seed, int count) {
    Arrivals arrivals = new Arrivals(RATE, seed);
    return LongStream.range(0, count).map(i -> arrivals.next()).toArray();
  }
}
