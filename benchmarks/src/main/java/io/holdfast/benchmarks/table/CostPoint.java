package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.Subject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What so many of one subject cost.
 *
 * @param x how many
 * @param subject whose
 * @param metrics name of a number to that of each round
 */
record CostPoint(int x, Subject subject, Map<String, List<Double>> metrics) {

  CostPoint {
    metrics = Map.copyOf(metrics);
  }

  /** Of the rounds; empty if it is not told of so many. */
  Optional<Interval> interval(String metric) {
    return Optional.ofNullable(metrics.get(metric)).map(Interval::of);
  }

  /** The numbers of one round, as far as it has them. */
  Map<String, Double> round(int i) {
    Map<String, Double> numbers = new TreeMap<>();
    metrics.forEach(
        (metric, values) -> {
          if (i < values.size()) {
            numbers.put(metric, values.get(i));
          }
        });
    return numbers;
  }

  /** For the report, the numbers in the order of the lines. */
  Map<String, Object> document(CostOver over) {
    Map<String, Object> numbers = new LinkedHashMap<>();
    for (Line line : over.lines()) {
      List<Double> values = metrics.get(line.metric());
      if (values != null) {
        numbers.put(line.metric(), values);
      }
    }
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("x", x);
    document.put("subject", subject.name());
    document.put("metrics", numbers);
    return document;
  }
}
