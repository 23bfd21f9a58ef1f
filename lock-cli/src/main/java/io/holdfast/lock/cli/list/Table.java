package io.holdfast.lock.cli.list;

import io.holdfast.lock.LockInspection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Locks as aligned columns, or as fields between tabs. */
final class Table {

  private static final List<String> HEADINGS =
      List.of("LOCK", "HOLDER", "LEASE LEFT", "TOKEN", "WAITING");

  private Table() {}

  /** With headings. Numbers stand at the right. */
  static List<String> aligned(List<LockInspection> locks) {
    List<List<String>> rows = new ArrayList<>(List.of(HEADINGS));
    locks.forEach(lock -> rows.add(cells(lock)));
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        int at = column;
        int width = rows.stream().mapToInt(r -> r.get(at).length()).max().orElse(0);
        String cell = row.get(column);
        String padding = " ".repeat(width - cell.length());
        line.append(column == 0 ? "" : "  ").append(column < 2 ? cell + padding : padding + cell);
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  private static List<String> cells(LockInspection lock) {
    return List.of(
        printable(lock.lockName()),
        lock.holder().map(LockInspection.Holder::clientLabel).orElse("-"),
        lock.holder().map(holder -> seconds(holder.remaining())).orElse("-"),
        lock.holder().map(holder -> Long.toString(holder.token())).orElse("-"),
        Integer.toString(lock.queueLength()));
  }

  /** Name, holder, milliseconds left, token, number of waiters; a field is empty if unknown. */
  static String tabbed(LockInspection lock) {
    return String.join(
        "\t",
        printable(lock.lockName()),
        lock.holder().map(LockInspection.Holder::clientLabel).orElse(""),
        lock.holder().map(holder -> Long.toString(holder.remaining().toMillis())).orElse(""),
        lock.holder().map(holder -> Long.toString(holder.token())).orElse(""),
        Integer.toString(lock.queueLength()));
  }

  static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
  }

  /** A name may have anything in it; a line may not. */
  static String printable(String name) {
    return name.codePoints()
        .mapToObj(
            c ->
                Character.isISOControl(c) || c == '\\'
                    ? String.format(Locale.ROOT, "\\u%04x", c)
                    : Character.toString(c))
        .collect(Collectors.joining());
  }
}
