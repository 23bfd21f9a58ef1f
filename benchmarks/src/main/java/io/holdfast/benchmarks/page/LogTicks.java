package io.holdfast.benchmarks.page;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Places on a log axis: powers of ten, and what is between them where these are few. */
final class LogTicks {

  private static final int FEW = 3;
  private static final int MANY = 8;

  private LogTicks() {}

  /** Of an axis from low to high; both above 0. */
  static List<Double> between(double low, double high) {
    int from = (int) Math.floor(Math.log10(low));
    int to = (int) Math.ceil(Math.log10(high));
    List<Double> ticks = within(low, high, from, to, 1, List.of(1));
    if (ticks.size() < FEW) {
      ticks = within(low, high, from, to, 1, List.of(1, 2, 5));
    }
    if (ticks.size() < 2) {
      ticks = within(low, high, from, to, 1, List.of(1, 2, 3, 4, 5, 6, 7, 8, 9));
    }
    if (ticks.isEmpty()) {
      ticks = List.of(low);
    }
    return ticks.size() > MANY ? within(low, high, from, to, 2, List.of(1)) : ticks;
  }

  private static List<Double> within(
      double low, double high, int from, int to, int step, List<Integer> digits) {
    List<Double> ticks = new ArrayList<>();
    for (int power = from; power <= to; power += step) {
      for (int digit : digits) {
        double tick = BigDecimal.valueOf(digit).scaleByPowerOfTen(power).doubleValue();
        if (tick >= low && tick <= high) {
          ticks.add(tick);
        }
      }
    }
    return ticks;
  }

  /** {@code 0.01}, {@code 100}, {@code 10 k}, {@code 1 M}. */
  static String label(double tick) {
    if (tick >= 1e6) {
      return plain(tick / 1e6) + " M";
    }
    return tick >= 1e4 ? plain(tick / 1e3) + " k" : plain(tick);
  }

  private static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }
}
