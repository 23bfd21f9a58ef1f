package io.holdfast.benchmarks.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Medians, ranges, ratios, and the places on an axis. */
class FiguresTest {

  @Test
  void spread_ofRounds_isMedianAndRange() {
    assertThat(Spread.of(List.of(5.0, 1.0, 3.0))).isEqualTo(new Spread(3, 1, 5));
    assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 9.0))).isEqualTo(new Spread(3, 1, 9));
    assertThatIllegalArgumentException().isThrownBy(() -> Spread.of(List.of()));
  }

  @Test
  void text_ofSpread_hasTheRangeIfThereIsOne() {
    assertThat(new Spread(1234.4, 1000, 2000))
        .extracting(Spread::text)
        .isEqualTo("1,234 (1,000 to 2,000)");
    assertThat(new Spread(2, 2, 2)).extracting(Spread::text).isEqualTo("2");
  }

  @ParameterizedTest
  @CsvSource({
    "≥ 50 × redisson, 250, 200, 300, 5, 4, 6",
    "'≥ 1,000 × redisson', 3500, 3000, 4000, 3.5, 3, 4",
    "≤ 0.1 × redisson, 0.05, 0.02, 0.2, 2, 0.5, 5",
    "< 1 × redisson, 0.8, 0.8, 0.8, 1.25, 1.25, 1.25",
    "≤ 2, 2, 2, 2, 1, 1, 1",
  })
  void margin_ofABar_isAboveOneWhereItHolds(
      String bar, double ratio, double low, double high, double margin, double least, double most) {
    Spread found = new Judged("HOLDFAST", bar, ratio, low, high, "HOLDS").margin();

    assertThat(found.median()).isCloseTo(margin, within(1e-9));
    assertThat(found.low()).isCloseTo(least, within(1e-9));
    assertThat(found.high()).isCloseTo(most, within(1e-9));
  }

  @Test
  void margin_ofABarThatIsNone_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Judged("HOLDFAST", "about 3", 1, 1, 1, "HOLDS").margin())
        .withMessageContaining("about 3");
  }

  @Test
  void ticks_ofAnAxis_arePowersOfTenOrWhatIsBetween() {
    assertThat(LogTicks.between(900, 2e6)).containsExactly(1e3, 1e4, 1e5, 1e6);
    assertThat(LogTicks.between(15, 300)).containsExactly(20.0, 50.0, 100.0, 200.0);
    assertThat(LogTicks.between(3.5, 4.5)).containsExactly(4.0);
    assertThat(LogTicks.between(3.2, 3.3)).containsExactly(3.2);
    assertThat(LogTicks.between(1e-6, 1e6)).hasSizeLessThan(9);
  }

  @ParameterizedTest
  @CsvSource({"0.001, 0.001", "1, 1", "1000, 1000", "20000, 20 k", "1000000, 1 M", "0, 0"})
  void label_ofATick_isShort(double tick, String label) {
    assertThat(LogTicks.label(tick)).isEqualTo(label);
  }

  @Test
  void axis_withAZero_hasEvenDistances() {
    assertThat(LinePlot.Axis.of(List.of(0.0, 100.0, 5000.0)))
        .isEqualTo(new LinePlot.Axis(List.of(0.0, 1.0, 2.0), List.of("0", "100", "5000"), false));
    assertThat(LinePlot.Axis.of(List.of(1.0, 8.0)).isLog()).isTrue();
  }

  @Test
  void marks_thatReachDownToZero_areDrawnDownToTheLowestLine() {
    LinePlot plot =
        new LinePlot(
            "",
            "",
            "",
            "",
            LinePlot.Axis.of(List.of(1.0)),
            List.of(
                new LinePlot.Mark("A", 1, new Spread(0, 0, 3)),
                new LinePlot.Mark("B", 1, new Spread(2, 0, 3)),
                new LinePlot.Mark("C", 1, new Spread(1, 0.5, 3))));

    assertThat(plot.marks())
        .containsExactly(
            new LinePlot.Mark("B", 1, new Spread(2, 1, 3)),
            new LinePlot.Mark("C", 1, new Spread(1, 0.5, 3)));
  }
}
