package io.holdfast.benchmarks.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WaitsTest {

  /** One had 990 short waits, the other 10 long ones: together, 99 % were short. */
  @Test
  void sum_ofTwo_hasThePercentilesOfAll() {
    Waits all = Waits.sum(Stream.of(times(990, 1_000_000), times(10, 50_000_000)));

    assertThat(all.count()).isEqualTo(1000);
    assertThat(all.millisAt(99)).isCloseTo(1, within(0.01));
    assertThat(all.millisAt(99.1)).isCloseTo(50, within(0.5));
    assertThat(all.longestMillis()).isCloseTo(50, within(0.5));
  }

  @Test
  void parse_ofItsWord_isTheSame() {
    Waits waits = Waits.sum(Stream.of(times(3, 17), times(2, 999_999_999)));
    assertThat(waits.toWord()).doesNotContain(" ", "\n");
    assertThat(Waits.parse(waits.toWord())).isEqualTo(waits);
    assertThat(Waits.parse(Waits.none().toWord())).isEqualTo(Waits.none());
  }

  @Test
  void parse_ofSomethingElse_isRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> Waits.parse("AAAAAAAA"));
  }

  @Test
  void add_ofMoreThanTwoMinutes_countsAsThat() {
    Waits waits = times(1, Long.MAX_VALUE);
    assertThat(waits.longestMillis()).isCloseTo(120_000, within(1200.0));
  }

  private static Waits times(int count, long nanos) {
    Waits waits = Waits.none();
    for (int i = 0; i < count; i++) {
      waits.add(nanos);
    }
    return waits;
  }
}
