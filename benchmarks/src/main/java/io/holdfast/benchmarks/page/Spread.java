package io.holdfast.benchmarks.page;

import io.holdfast.benchmarks.table.Numbers;
import java.util.List;

/**
 * Some numbers of the same thing.
 *
 * @param median of them
 * @param low the smallest
 * @param high the largest
 */
record Spread(double median, double low, double high) {

  static Spread of(List<Double> numbers) {
    if (numbers.isEmpty()) {
      throw new IllegalArgumentException("numbers: 0, must be at least 1");
    }
    double[] sorted = numbers.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int n = sorted.length;
    return new Spread((sorted[(n - 1) / 2] + sorted[n / 2]) / 2, sorted[0], sorted[n - 1]);
  }

  /** Whether a log axis can show it. */
  boolean isPositive() {
    return low > 0 && Double.isFinite(high);
  }

  /** {@code 12 (10 to 15)}. */
  String text() {
    return low == high
        ? Numbers.text(median)
        : "%s (%s to %s)".formatted(Numbers.text(median), Numbers.text(low), Numbers.text(high));
  }
}
