package io.holdfast.benchmarks.table;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers for people. */
public final class Numbers {

  private Numbers() {}

  /** Three digits; from a thousand on without a fraction, and with separators. */
  public static String text(double number) {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      return "–";
    }
    if (Math.abs(number) >= 1000) {
      return String.format(Locale.ROOT, "%,d", Math.round(number));
    }
    BigDecimal rounded = BigDecimal.valueOf(number).round(new MathContext(3));
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }
}
