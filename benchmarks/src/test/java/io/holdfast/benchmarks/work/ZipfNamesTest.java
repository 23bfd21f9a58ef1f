package io.holdfast.benchmarks.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZipfNamesTest {

  private static final int DRAWS = 200_000;

  @Test
  void next_ofTen_drawsTheKthNameOneKthAsOftenAsTheFirst() {
    ZipfNames names = new ZipfNames(10, 1);
    int[] drawn = new int[10];
    for (int i = 0; i < DRAWS; i++) {
      drawn[names.next()]++;
    }
    double sum = IntStream.rangeClosed(1, 10).mapToDouble(k -> 1.0 / k).sum();
    for (int k = 1; k <= 10; k++) {
      assertThat((double) drawn[k - 1] / DRAWS).isCloseTo(1 / (k * sum), within(0.005));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 1_000_000})
  void next_ofSoMany_staysBelow(int count) {
    ZipfNames names = new ZipfNames(count, 7);
    for (int i = 0; i < DRAWS; i++) {
      assertThat(names.next()).isBetween(0, count - 1);
    }
  }

  @Test
  void next_withTheSameSeed_drawsTheSame() {
    ZipfNames one = new ZipfNames(1000, 3);
    ZipfNames same = new ZipfNames(1000, 3);
    ZipfNames other = new ZipfNames(1000, 4);
    int[] drawn = IntStream.range(0, 100).map(i -> one.next()).toArray();
    assertThat(IntStream.range(0, 100).map(i -> same.next()).toArray()).isEqualTo(drawn);
    assertThat(IntStream.range(0, 100).map(i -> other.next()).toArray()).isNotEqualTo(drawn);
  }
}
