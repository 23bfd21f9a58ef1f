package io.holdfast.lock.testkit.server;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The product and version of a server: the product in lower case ({@code redis}, {@code valkey}),
 * and version.
 *
 * @param product {@code redis} or {@code valkey}
 * @param major the first number
 * @param minor the second number
 * @param patch the third number
 */
public record ServerVersion(String product, int major, int minor, int patch) {

  private static final Pattern PRINTED =
      Pattern.compile("(\\w+)[ -]server .*?v=(\\d+)\\.(\\d+)\\.(\\d+)", Pattern.CASE_INSENSITIVE);
  private static final Pattern NUMBERS = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+).*");

  /** What {@code redis-server --version} prints: {@code Redis server v=7.0.15 sha=…}. */
  static ServerVersion ofPrinted(String text) {
    Matcher matcher = PRINTED.matcher(text);
    if (!matcher.find()) {
      throw new IllegalArgumentException(
          "not the version of a Redis or Valkey server: " + text.strip());
    }
    return new ServerVersion(
        matcher.group(1).toLowerCase(Locale.ROOT),
        number(matcher, 2),
        number(matcher, 3),
        number(matcher, 4));
  }

  static ServerVersion of(String product, String numbers) {
    Matcher matcher = NUMBERS.matcher(numbers);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not a version of the form 7.0.15: " + numbers);
    }
    return new ServerVersion(product, number(matcher, 1), number(matcher, 2), number(matcher, 3));
  }

  private static int number(Matcher matcher, int group) {
    return Integer.parseInt(matcher.group(group));
  }

  /**
   * Whether this is at least that version; the product does not count (Valkey began at 7.2, from
   * Redis 7.2).
   */
  public boolean isAtLeast(int wantedMajor, int wantedMinor) {
    return major > wantedMajor || (major == wantedMajor && minor >= wantedMinor);
  }

  /** As people write it: {@code redis 7.0.15}. */
  @Override
  public String toString() {
    return product + " " + major + "." + minor + "." + patch;
  }
}
