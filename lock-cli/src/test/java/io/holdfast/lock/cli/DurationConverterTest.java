package io.holdfast.lock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationConverterTest {

  private final DurationConverter converter = new DurationConverter();

  @ParameterizedTest
  @CsvSource({
    "500ms, PT0.5S",
    "10s, PT10S",
    "2m, PT2M",
    "1h, PT1H",
    "1d, PT24H",
    "1.5s, PT1.5S",
    "0s, PT0S",
    "PT10S, PT10S",
    "pt1m, PT1M",
    "P1D, PT24H",
  })
  void convert_numberAndUnitOrIso_isThatDuration(String text, Duration expected) {
    assertThat(converter.convert(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10",
        "",
        "s",
        "-1s",
        "PT-10S",
        "P",
        "10 s",
        "1e3s",
        "10sec",
        "999999999999999999d"
      })
  void convert_anythingElse_isRefusedWithValueAndForm(String text) {
    assertThatThrownBy(() -> converter.convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining("500ms, 10s or 2m")
        .hasMessageContaining("PT10S");
  }
}
