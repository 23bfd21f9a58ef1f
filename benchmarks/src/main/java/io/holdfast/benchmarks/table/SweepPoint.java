package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.Subject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * What a subject did at one value.
 *
 * @param x the value
 * @param subject who
 * @param rounds what, once a round
 */
record SweepPoint(long x, Subject subject, List<Sample> rounds) {

  SweepPoint {
    rounds = List.copyOf(rounds);
    if (rounds.isEmpty()) {
      throw new IllegalArgumentException("rounds: 0, must be at least 1");
    }
  }

  double median(String metric) {
    return Sample.median(rounds, metric);
  }

  /** To be written down: every metric's numbers, one a round. */
  Map<String, Object> document() {
    Map<String, Object> metrics = new LinkedHashMap<>();
    for (String metric : new TreeSet<>(rounds.get(0).metrics().keySet())) {
      metrics.put(metric, rounds.stream().map(round -> round.get(metric)).toList());
    }
    Map<String, Object> point = new LinkedHashMap<>();
    point.put("x", x);
    point.put("subject", subject.name());
    point.put("metrics", metrics);
    return point;
  }
}
