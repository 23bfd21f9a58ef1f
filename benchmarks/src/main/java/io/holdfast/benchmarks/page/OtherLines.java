package io.holdfast.benchmarks.page;

import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.benchmarks.table.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What was measured beside the bars: the lines of which nothing is asked, and the other peers. */
final class OtherLines {

  private final List<TableRow> rows;

  OtherLines(List<TableRow> rows) {
    this.rows = rows.stream().filter(TableRow::isOfTheTable).toList();
  }

  boolean isEmpty() {
    return rows.stream().flatMap(row -> row.lines().stream()).noneMatch(OtherLines::isShown);
  }

  /** Judged ones too, if there are peers in them that have no column above. */
  private static boolean isShown(TableRow.Line line) {
    return line.judged().isEmpty()
        || Stream.of(Subject.SPRING_SPIN, Subject.SPRING_PUB_SUB, Subject.JUC)
            .anyMatch(peer -> line.medians().containsKey(peer.name()));
  }

  String table() {
    String heads = Subject.usual().stream().map(Subject::title).collect(Collectors.joining(" | "));
    StringBuilder text = new StringBuilder("| row | work | what | %s |\n".formatted(heads));
    text.append("|---|---|---|").append("--:|".repeat(Subject.usual().size())).append('\n');
    for (TableRow row : rows) {
      row.lines().stream().filter(OtherLines::isShown).forEach(line -> text.append(of(row, line)));
    }
    return text.toString();
  }

  private static String of(TableRow row, TableRow.Line line) {
    String medians =
        Subject.usual().stream()
            .map(subject -> Optional.ofNullable(line.medians().get(subject.name())))
            .map(median -> median.map(Numbers::text).orElse(""))
            .collect(Collectors.joining(" | "));
    return "| %s | %s | %s | %s |\n".formatted(row.id(), row.work(), line.title(), medians);
  }
}
