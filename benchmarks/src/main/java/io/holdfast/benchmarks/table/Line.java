package io.holdfast.benchmarks.table;

import java.util.Optional;

/**
 * A line of the table: one number of a row.
 *
 * @param metric its name in the samples
 * @param title what it is, with its unit
 * @param bar what is asked of it, if anything is
 */
record Line(String metric, String title, Optional<Bar> bar) {

  static Line of(String metric, String title, Bar bar) {
    return new Line(metric, title, Optional.of(bar));
  }

  static Line of(String metric, String title) {
    return new Line(metric, title, Optional.empty());
  }
}
