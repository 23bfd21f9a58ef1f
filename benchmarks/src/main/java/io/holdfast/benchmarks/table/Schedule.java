package io.holdfast.benchmarks.table;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** How much time each row gets, one after the other. */
interface Schedule {

  /** How the next row is to be measured, the first of those that are left. */
  Rounds next(List<Row> left);

  /** About how long these will take. */
  Duration timeFor(List<Row> left);

  /** For people. */
  String method();

  /** For the results. */
  Map<String, Object> numbers();

  /** {@code 3 min 5 s}. */
  static String text(Duration time) {
    long seconds = Math.max(0, Math.round(time.toMillis() / 1000.0));
    return seconds < 60 ? seconds + " s" : "%d min %d s".formatted(seconds / 60, seconds % 60);
  }
}
