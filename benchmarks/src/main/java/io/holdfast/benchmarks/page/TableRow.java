package io.holdfast.benchmarks.page;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A row of the table, as it was judged when it was measured.
 *
 * @param id number and letter; or the name of a series
 * @param work what the subjects did
 * @param lines its numbers
 * @param origin the file
 */
record TableRow(String id, String work, List<Line> lines, Origin origin) {

  /**
   * One number of a row.
   *
   * @param metric its name
   * @param title for people, with its unit
   * @param medians subject, in capitals, to the median of the rounds
   * @param judged by a bar, if there is one
   */
  record Line(String metric, String title, Map<String, Double> medians, Optional<Judged> judged) {

    /** For labels, where there is little room. */
    String briefTitle() {
      return title
          .replace(", by that while all are well", "")
          .replace("part of the turns of the poorest JVM", "poorest JVM")
          .replace("part of the turns of the poorer JVM", "poorer JVM");
    }
  }

  /** For labels, where there is little room: {@code rw lock, 90/10, 20 µs, 1 × 8}. */
  String briefWork() {
    return work.replace("one read-write lock", "rw lock")
        .replace("reads to writes ", "")
        .replace("sections of ", "")
        .replace("one lock of a quorum of 5", "quorum lock")
        .replace("free lock of a quorum of 5", "free quorum lock")
        .replace("a free pair of a quorum, 1 thread", "free quorum lock")
        .replace(" of one client wait for one fair lock", "")
        .replace(", each its own", "")
        .replace(": hand-over while W clients wait", "")
        .replaceAll("(\\d) JVMs? × (\\d+) threads?", "$1 × $2");
  }

  /** Whether it is one of the table; what is judged of a series has a name. */
  boolean isOfTheTable() {
    return number() != Integer.MAX_VALUE;
  }

  /** Rows in the order of the table: 9 before 10a. */
  static int compare(TableRow one, TableRow other) {
    int byNumber = Integer.compare(one.number(), other.number());
    return byNumber != 0 ? byNumber : one.id.compareTo(other.id);
  }

  private int number() {
    String digits = id.replaceAll("\\D.*", "");
    return digits.isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(digits);
  }
}
