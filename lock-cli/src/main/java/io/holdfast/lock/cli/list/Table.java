package io.holdfast.lock.cli.list;

import io.holdfast.lock.cli.LockKind;
import io.holdfast.lock.core.gate.Revocable.Held;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Entries as aligned columns, or as fields between tabs. */
final class Table {

  private static final List<String> HEADINGS =
      List.of("LOCK", "HOLDER", "LEASE LEFT", "TOKEN", "WAITING");
  private static final List<String> POOL_HEADINGS =
      List.of("POOL", "OUT", "HOLDERS", "LEASE LEFT", "WAITING");

  private Table() {}

  /** With headings. Numbers stand at the right. */
  static List<String> aligned(List<Entry> entries) {
    boolean ofPools = entries.stream().anyMatch(entry -> entry.kind() == LockKind.POOL);
    List<List<String>> rows = new ArrayList<>(List.of(ofPools ? POOL_HEADINGS : HEADINGS));
    entries.forEach(entry -> rows.add(fields(entry, "-", Table::seconds)));
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

  /**
   * Name, holder, milliseconds left, token, number of waiters; of a pool its name, permits out of
   * how many, number of holders, milliseconds left of the first lease to end, number of waiters. A
   * field is empty if unknown.
   */
  static String tabbed(Entry entry) {
    return String.join("\t", fields(entry, "", left -> Long.toString(left.toMillis())));
  }

  private static List<String> fields(
      Entry entry, String unknown, Function<Duration, String> timeLeft) {
    if (entry instanceof Entry.Foreign foreign) {
      return List.of(printable(foreign.name()), foreign.description(), unknown, unknown, unknown);
    }
    Entry.Owned owned = (Entry.Owned) entry;
    Optional<Held> first = owned.holders().stream().findFirst();
    String waiting = Integer.toString(owned.waiting());
    String left = first.map(holder -> timeLeft.apply(holder.remaining())).orElse(unknown);
    if (owned.kind() == LockKind.POOL) {
      return List.of(
          printable(owned.name()),
          owned.out() + "/" + owned.size(),
          Integer.toString(owned.holders().size()),
          left,
          waiting);
    }
    return List.of(
        printable(owned.name()),
        first.map(Held::clientLabel).orElse(unknown),
        left,
        first.map(holder -> Long.toString(holder.token().orElseThrow())).orElse(unknown),
        waiting);
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
