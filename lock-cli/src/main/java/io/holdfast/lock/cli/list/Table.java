package io.holdfast.lock.cli.list;

import io.holdfast.lock.cli.LockKind;
import io.holdfast.lock.core.gate.Revocable.Held;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Entries as aligned columns, or as fields between tabs. */
final class Table {

  private static final List<String> HEADINGS =
      List.of("LOCK", "HOLDER", "LEASE LEFT", "TOKEN", "WAITING");
  private static final List<String> POOL_HEADINGS =
      List.of("POOL", "OUT", "HOLDERS", "LEASE LEFT", "WAITING");

  private static final List<String> COUNT_HEADINGS =
      List.of("NAME", "LEFT", "LEASE LEFT", "TOKEN", "WAITING");
  private static final List<String> ALL_HEADINGS =
      List.of("KIND", "NAME", "HOLDER", "LEASE LEFT", "TOKEN", "WAITING");

  private static final Set<Byte> UNSEEN =
      Set.of(
          Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE);

  private Table() {}

  /** Of one kind, with headings. Numbers stand at the right. */
  static List<String> aligned(List<Entry> entries) {
    List<List<String>> rows = new ArrayList<>(List.of(headings(entries)));
    entries.forEach(entry -> rows.add(fields(entry, "-", Table::seconds)));
    return aligned(rows, 2);
  }

  private static List<String> headings(List<Entry> entries) {
    LockKind kind = entries.get(0).kind();
    return kind == LockKind.POOL ? POOL_HEADINGS : kind.hasOwners() ? HEADINGS : COUNT_HEADINGS;
  }

  /** Of any kinds, with headings. */
  static List<String> ofAllKinds(List<Entry> entries) {
    List<List<String>> rows = new ArrayList<>(List.of(ALL_HEADINGS));
    for (Entry entry : entries) {
      List<String> fields = fields(entry, "-", Table::seconds);
      boolean isPool = entry instanceof Entry.Owned owned && owned.kind() == LockKind.POOL;
      rows.add(
          List.of(
              entry.kind().word(),
              fields.get(0),
              holders(entry),
              fields.get(isPool ? 3 : 2),
              isPool ? "-" : fields.get(3),
              fields.get(4)));
    }
    return aligned(rows, 3);
  }

  /** Who has it, in a few words. */
  static String holders(Entry entry) {
    if (entry instanceof Entry.Foreign foreign) {
      return foreign.description();
    }
    if (entry instanceof Entry.Counted counted) {
      return counted.left()
          + " of "
          + counted.size()
          + (counted.kind() == LockKind.LATCH ? " to count down" : " permits left");
    }
    Entry.Owned owned = (Entry.Owned) entry;
    List<Held> holders = owned.holders();
    String who = holders.isEmpty() ? "-" : label(holders.get(0));
    if (holders.size() > 1) {
      who += " and %s more".formatted(holders.size() - 1);
    }
    return owned.kind() == LockKind.POOL
        ? "%s of %s permits out: %s".formatted(owned.out(), owned.size(), who)
        : who;
  }

  /**
   * Columns, with two blanks between them.
   *
   * @param words how many columns are words; the others are numbers
   */
  static List<String> aligned(List<List<String>> rows, int words) {
    int[] widths = widths(rows);
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        String cell = row.get(column);
        String padding = " ".repeat(widths[column] - cell.length());
        line.append(column == 0 ? "" : "  ")
            .append(column < words ? cell + padding : padding + cell);
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  private static int[] widths(List<List<String>> rows) {
    int[] widths = new int[rows.stream().mapToInt(List::size).max().orElse(0)];
    for (List<String> row : rows) {
      for (int column = 0; column < row.size(); column++) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    return widths;
  }

  /**
   * Name, holder, milliseconds left, token, number of waiters; of a pool its name, permits out of
   * how many, number of holders, milliseconds left of the first lease to end, number of waiters. A
   * field is empty if unknown.
   */
  static String tabbed(Entry entry) {
    return String.join("\t", fields(entry, "", left -> Long.toString(left.toMillis())));
  }

  /** The same with the kind before it. */
  static String tabbedWithKind(Entry entry) {
    return entry.kind().word() + "\t" + tabbed(entry);
  }

  private static List<String> fields(
      Entry entry, String unknown, Function<Duration, String> timeLeft) {
    if (entry instanceof Entry.Foreign foreign) {
      return List.of(printable(foreign.name()), foreign.description(), unknown, unknown, unknown);
    }
    if (entry instanceof Entry.Counted counted) {
      return List.of(
          printable(counted.name()),
          counted.left() + "/" + counted.size(),
          unknown,
          unknown,
          Integer.toString(counted.waiting()));
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
        first.map(Table::label).orElse(unknown),
        left,
        first.map(holder -> Long.toString(holder.token().orElseThrow())).orElse(unknown),
        waiting);
  }

  static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
  }

  /**
   * The label of the holder; any client that may write to the server can have put anything there.
   */
  static String label(Held holder) {
    return printable(holder.clientLabel());
  }

  /** A name may have anything in it; a line may not, nor what turns the direction of writing. */
  static String printable(String name) {
    return name.codePoints()
        .mapToObj(
            c ->
                c == '\\' || UNSEEN.contains((byte) Character.getType(c))
                    ? String.format(Locale.ROOT, "\\u%04x", c)
                    : Character.toString(c))
        .collect(Collectors.joining());
  }
}
