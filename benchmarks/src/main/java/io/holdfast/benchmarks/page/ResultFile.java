package io.holdfast.benchmarks.page;

import java.util.List;

/** What a file holds. */
sealed interface ResultFile {

  /** Of the file. */
  Origin origin();

  /** Rows of the table. */
  record Table(Origin origin, List<TableRow> rows) implements ResultFile {}

  /**
   * Numbers against a quantity.
   *
   * @param origin of the file
   * @param series the numbers
   * @param rows those of them that are judged
   */
  record Numbers(Origin origin, Series series, List<TableRow> rows) implements ResultFile {}

  /** Something that is not ours to show. */
  record Other(Origin origin, String kind) implements ResultFile {}
}
