package io.holdfast.benchmarks.page;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What was asked, and how near it came.
 *
 * @param ours of which of Holdfast's settings it was asked, in capitals
 * @param bar {@code ≥ 50 × redisson}
 * @param ratio its number, by the other's if the bar names one; median of the rounds
 * @param low the lower end of its interval
 * @param high the upper end
 * @param verdict as the table named it
 */
record Judged(String ours, String bar, double ratio, double low, double high, String verdict) {

  private static final Pattern BAR = Pattern.compile("([≥≤<]) ([\\d.,]+)(?: × .+)?");

  /** How many times better than the bar asks: from 1 on it holds, whichever side is good. */
  Spread margin() {
    Matcher matcher = BAR.matcher(bar);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("bar '%s': must be like '≥ 50 × redisson'".formatted(bar));
    }
    double limit = Double.parseDouble(matcher.group(2).replace(",", ""));
    return matcher.group(1).equals("≥")
        ? new Spread(ratio / limit, low / limit, high / limit)
        : new Spread(limit / ratio, limit / high, limit / low);
  }

  boolean holds() {
    return !verdict.equals("FAILS");
  }

  boolean isWithinInterval() {
    return verdict.equals("HOLDS_WITHIN_INTERVAL");
  }
}
