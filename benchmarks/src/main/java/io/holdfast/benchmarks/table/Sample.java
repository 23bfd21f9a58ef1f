package io.holdfast.benchmarks.table;

import java.util.List;
import java.util.Map;

/**
 * What one subject did in one round.
 *
 * @param metrics name of a number to the number
 */
record Sample(Map<String, Double> metrics) {

  Sample {
    metrics = Map.copyOf(metrics);
  }

  double get(String metric) {
    Double value = metrics.get(metric);
    if (value == null) {
      throw new IllegalArgumentException("metric '" + metric + "': not one of " + metrics.keySet());
    }
    return value;
  }

  /** The median of one number of several. */
  static double median(List<Sample> rounds, String metric) {
    return Interval.of(rounds.stream().map(round -> round.get(metric)).toList()).median();
  }
}
