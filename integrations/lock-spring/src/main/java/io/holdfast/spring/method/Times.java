package io.holdfast.spring.method;

import io.holdfast.lock.Lease;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads waits and leases. What is wrong throws {@link IllegalArgumentException}. */
final class Times {

  private static final Pattern SIMPLE = Pattern.compile("(\\d{1,15})(ms|s|m|h)");
  private static final Pattern RENEWED = Pattern.compile("renewed(?:\\s+(\\S+))?");

  private Times() {}

  static Duration wait(String text) {
    Duration wait = duration("waitAtMost", text);
    if (wait.isNegative() || wait.compareTo(Lease.MAXIMUM) > 0) {
      throw new IllegalArgumentException("waitAtMost '%s': must be from 0 to 24 h".formatted(text));
    }
    return wait;
  }

  static Lease lease(String text) {
    Matcher renewed = RENEWED.matcher(text.strip());
    if (!renewed.matches()) {
      return Lease.fixed(duration("lease", text));
    }
    String length = renewed.group(1);
    return length == null ? Lease.renewed() : Lease.renewed(duration("lease", length));
  }

  static Lease capped(Lease lease, String text) {
    if (lease instanceof Lease.Renewed renewed) {
      return renewed.atMost(duration("cap", text));
    }
    throw new IllegalArgumentException(
        "cap '%s': the lease is fixed, and a cap is for one that is renewed".formatted(text));
  }

  private static Duration duration(String what, String text) {
    String stripped = text.strip();
    if (stripped.equals("0")) {
      return Duration.ZERO;
    }
    Matcher simple = SIMPLE.matcher(stripped);
    try {
      return simple.matches()
          ? of(Long.parseLong(simple.group(1)), simple.group(2))
          : Duration.parse(stripped.toUpperCase(Locale.ROOT));
    } catch (DateTimeException | ArithmeticException e) {
      throw new IllegalArgumentException(
          "%s '%s': must be a time such as 500ms, 5s, 2m, 1h or PT5S".formatted(what, text), e);
    }
  }

  private static Duration of(long number, String unit) {
    return switch (unit) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      default -> Duration.ofHours(number);
    };
  }
}
