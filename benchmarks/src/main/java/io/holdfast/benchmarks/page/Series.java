package io.holdfast.benchmarks.page;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Numbers of several subjects against a quantity.
 *
 * @param kind {@code sweep} or {@code cost}
 * @param over the quantity
 * @param work what the subjects did
 * @param rounds how often each was measured
 * @param seconds how long
 * @param points the numbers
 * @param leftOut what was not measured
 */
record Series(
    String kind,
    String over,
    String work,
    int rounds,
    double seconds,
    List<Point> points,
    List<LeftOut> leftOut) {

  /**
   * What one subject did for one value of the quantity.
   *
   * @param x the value
   * @param subject in capitals
   * @param metrics name of a number to the number of each round
   */
  record Point(double x, String subject, Map<String, List<Double>> metrics) {}

  /**
   * What could not be measured.
   *
   * @param x the value
   * @param subject in capitals
   * @param why for people
   */
  record LeftOut(double x, String subject, String why) {}

  /** Known ones first, in the order in which they are shown. */
  List<String> subjects() {
    return points.stream()
        .map(Point::subject)
        .distinct()
        .sorted(Comparator.comparing(Look::rank).thenComparing(Comparator.naturalOrder()))
        .toList();
  }

  /** Ascending. */
  List<Double> xs() {
    return points.stream().map(Point::x).distinct().sorted().toList();
  }

  Optional<Spread> at(double x, String subject, String metric) {
    return points.stream()
        .filter(point -> point.x() == x && point.subject().equals(subject))
        .map(point -> point.metrics().getOrDefault(metric, List.of()))
        .filter(numbers -> !numbers.isEmpty())
        .map(Spread::of)
        .findFirst();
  }

  /** Whether somebody has a number of this name other than zero. */
  boolean tells(String metric) {
    return points.stream()
        .flatMap(point -> point.metrics().getOrDefault(metric, List.of()).stream())
        .anyMatch(number -> number != 0);
  }
}
