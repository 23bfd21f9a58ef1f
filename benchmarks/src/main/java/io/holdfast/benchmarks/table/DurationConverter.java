package io.holdfast.benchmarks.table;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** {@code 90s}, {@code 4m}, {@code 1h}. */
final class DurationConverter implements ITypeConverter<Duration> {

  private static final Pattern FORM = Pattern.compile("([1-9]\\d{0,5})([smh])");

  @Override
  public Duration convert(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException("'%s': must be like 90s, 4m or 1h".formatted(text));
    }
    return Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
  }
}
