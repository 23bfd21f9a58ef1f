package io.holdfast.benchmarks.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LookTest {

  @ParameterizedTest
  @EnumSource(Theme.class)
  void colours_ofAllSubjects_standOutFromThePage(Theme theme) {
    assertThat(Look.known())
        .allSatisfy(look -> assertThat(contrast(look.colour(theme), theme)).isGreaterThan(3));
    assertThat(Look.of(List.of("A", "B", "C")))
        .allSatisfy(look -> assertThat(contrast(look.colour(theme), theme)).isGreaterThan(3));
    for (BarsPlot.Outcome outcome : BarsPlot.Outcome.values()) {
      assertThat(contrast(outcome.colour(theme), theme)).isGreaterThan(3);
    }
  }

  @ParameterizedTest
  @EnumSource(Theme.class)
  void text_ofATheme_canBeRead(Theme theme) {
    assertThat(contrast(theme.text(), theme)).isGreaterThan(4.5);
    assertThat(contrast(theme.muted(), theme)).isGreaterThan(4.5);
  }

  @Test
  void of_subjects_differInColourAndShape() {
    List<Look> looks =
        Look.of(
            List.of(
                "HOLDFAST", "REDISSON", "BARE", "SPRING_SPIN", "SPRING_PUB_SUB", "JUC", "X", "Y"));

    assertThat(looks).extracting(look -> look.colour(Theme.LIGHT)).doesNotHaveDuplicates();
    assertThat(looks).extracting(look -> look.colour(Theme.DARK)).doesNotHaveDuplicates();
    assertThat(looks).extracting(Look::shape).doesNotHaveDuplicates();
  }

  @Test
  void of_subjectThatIsNotKnown_isNamedAfterIt() {
    assertThat(Look.of(List.of("JUC", "ETCD_LOCK")))
        .extracting(Look::label)
        .last()
        .isEqualTo("etcd lock");
  }

  /** As WCAG defines it. */
  private static double contrast(String colour, Theme theme) {
    double one = luminance(Color.decode(colour));
    double other = luminance(Color.decode(theme.background()));
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  }

  private static double luminance(Color colour) {
    return 0.2126 * linear(colour.getRed())
        + 0.7152 * linear(colour.getGreen())
        + 0.0722 * linear(colour.getBlue());
  }

  private static double linear(int part) {
    double share = part / 255.0;
    return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
  }
}
