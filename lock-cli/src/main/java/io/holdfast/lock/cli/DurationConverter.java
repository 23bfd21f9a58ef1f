package io.holdfast.lock.cli;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 500ms}, {@code 10s}, {@code 1.5m}, {@code 2h}, and ISO-8601 as in {@code PT10S}. */
public final class DurationConverter implements ITypeConverter<Duration> {

  private static final Pattern NUMBER_AND_UNIT = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|m|h|d)");

  private static final Map<String, Duration> UNITS =
      Map.of(
          "ms", Duration.ofMillis(1),
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1),
          "d", Duration.ofDays(1));

  /** For picocli. */
  public DurationConverter() {}

  @Override
  public Duration convert(String text) {
    try {
      Matcher matcher = NUMBER_AND_UNIT.matcher(text);
      if (matcher.matches()) {
        return times(
            new BigDecimal(matcher.group(1)), UNITS.getOrDefault(matcher.group(2), Duration.ZERO));
      }
      if (text.toUpperCase(Locale.ROOT).startsWith("P")) {
        Duration duration = Duration.parse(text);
        if (!duration.isNegative()) {
          return duration;
        }
      }
    } catch (DateTimeException | ArithmeticException e) {
      // Told below.
    }
    throw new TypeConversionException(
        "'%s' is not a duration: must be a number with a unit (ms, s, m, h, d), as in 500ms, 10s or 2m, or ISO-8601, as in PT10S"
            .formatted(text));
  }

  private static Duration times(BigDecimal number, Duration unit) {
    BigDecimal nanos = number.multiply(BigDecimal.valueOf(unit.toNanos()));
    return Duration.ofNanos(nanos.setScale(0, RoundingMode.DOWN).longValueExact());
  }
}
