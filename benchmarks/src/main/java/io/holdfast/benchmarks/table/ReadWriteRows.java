package io.holdfast.benchmarks.table;

import static io.holdfast.benchmarks.subject.Subject.HOLDFAST;
import static io.holdfast.benchmarks.subject.Subject.REDISSON;

import io.holdfast.benchmarks.work.Load;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The rows of the read-write lock, with the bars of the design. */
final class ReadWriteRows {

  private static final List<Integer> WRITE_PERCENTS = List.of(1, 10, 50);
  private static final Duration EMPTY = Duration.ZERO;
  private static final Duration SHORT = Duration.ofNanos(20_000);

  private ReadWriteRows() {}

  static List<Row> all() {
    List<Row> rows = new ArrayList<>();
    rows.add(row("12a", 1, 8, 0, EMPTY, Optional.of(Bar.atLeast(20, REDISSON))));
    rows.add(row("12b", 1, 8, 0, SHORT, Optional.empty()));
    rows.addAll(mixes("13", 1, 8));
    rows.addAll(mixes("14", 2, 4));
    rows.add(row("14g", 2, 4, 0, EMPTY, Optional.of(mixed())));
    rows.add(row("14h", 2, 4, 0, SHORT, Optional.of(mixed())));
    return List.copyOf(rows);
  }

  private static Bar mixed() {
    return Bar.atLeast(3, REDISSON);
  }

  private static List<Row> mixes(String number, int jvms, int threads) {
    List<Row> rows = new ArrayList<>();
    char letter = 'a';
    for (int writePercent : WRITE_PERCENTS) {
      for (Duration section : List.of(EMPTY, SHORT)) {
        rows.add(row(number + letter, jvms, threads, writePercent, section, Optional.of(mixed())));
        letter++;
      }
    }
    return rows;
  }

  private static Row row(
      String id, int jvms, int threads, int writePercent, Duration section, Optional<Bar> bar) {
    return new WorkRow(
        id,
        "one read-write lock, %s, sections of %d µs, %d JVM%s × %d threads"
            .formatted(
                mix(writePercent), section.toNanos() / 1000, jvms, jvms == 1 ? "" : "s", threads),
        List.of(REDISSON, HOLDFAST), // bare has plain locks only
        Load.ofReadersAndWriters(threads, writePercent, section),
        jvms,
        lines(writePercent, bar));
  }

  private static String mix(int writePercent) {
    return writePercent == 0
        ? "reads only"
        : "reads to writes %d/%d".formatted(100 - writePercent, writePercent);
  }

  private static List<Line> lines(int writePercent, Optional<Bar> bar) {
    List<Line> lines = new ArrayList<>();
    lines.add(new Line(WorkRow.TURNS, "turns/s", bar));
    lines.add(Line.of(WorkRow.P99, "p99 of the wait, ms"));
    lines.add(Line.of(WorkRow.LONGEST, "longest wait, ms"));
    if (writePercent > 0) {
      lines.add(Line.of(WorkRow.WRITE_P99, "p99 of a writer's wait, ms"));
      lines.add(Line.of(WorkRow.WRITE_LONGEST, "longest wait of a writer, ms"));
    }
    return List.copyOf(lines);
  }
}
