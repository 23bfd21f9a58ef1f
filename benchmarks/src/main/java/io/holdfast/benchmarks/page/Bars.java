package io.holdfast.benchmarks.page;

import io.holdfast.benchmarks.table.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The judged lines of the table: as a table, in pictures, and in words. */
final class Bars {

  private static final List<String> TURNS = List.of("turnsPerSecond", "crossingsPerSecond");

  private final List<Entry> entries;

  /** A line of a row, judged. */
  private record Entry(TableRow row, TableRow.Line line, Judged judged) {

    String what() {
      return line.title();
    }

    boolean isOfTurns() {
      return TURNS.contains(line.metric());
    }
  }

  Bars(List<TableRow> rows) {
    List<Entry> found = new ArrayList<>();
    for (TableRow row : rows) {
      for (TableRow.Line line : row.lines()) {
        line.judged().ifPresent(judged -> found.add(new Entry(row, line, judged)));
      }
    }
    entries = List.copyOf(found);
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  /** How many hold, and which do not. */
  String words() {
    long within = count(entry -> entry.judged().isWithinInterval());
    List<Entry> failed = entries.stream().filter(entry -> !entry.judged().holds()).toList();
    String text =
        "%d of %d bars hold%s."
            .formatted(
                entries.size() - failed.size(),
                entries.size(),
                within == 0 ? "" : ", %d of them only within the interval".formatted(within));
    return failed.isEmpty()
        ? text
        : text
            + " Not reached: %s."
                .formatted(String.join("; ", failed.stream().map(Bars::failure).toList()));
  }

  private static String failure(Entry entry) {
    return "row %s, %s, %s: %s where %s is asked"
        .formatted(
            entry.row().id(),
            entry.row().work(),
            entry.what(),
            Numbers.text(entry.judged().ratio()),
            entry.judged().bar());
  }

  private long count(Predicate<Entry> of) {
    return entries.stream().filter(of).count();
  }

  String table() {
    StringBuilder text = new StringBuilder();
    text.append(
        "| row | work | what | Redisson | bare | Holdfast | ratio [interval] | bar | holds |"
            + " measured |\n");
    text.append("|---|---|---|--:|--:|--:|--:|---|---|---|\n");
    for (Entry entry : entries) {
      text.append(line(entry));
    }
    return text.toString();
  }

  private static String line(Entry entry) {
    Map<String, Double> medians = entry.line().medians();
    Judged judged = entry.judged();
    return "| %s | %s | %s | %s | %s | %s | %s | %s | %s | [%s](%s) |\n"
        .formatted(
            entry.row().id(),
            entry.row().work(),
            entry.what(),
            median(medians, "REDISSON"),
            median(medians, "BARE"),
            median(medians, judged.ours()),
            new Interval(judged).text(),
            judged.bar(),
            holds(judged),
            entry.row().origin().day(),
            entry.row().origin().file().replaceAll("json$", "md"));
  }

  private record Interval(Judged judged) {
    String text() {
      return judged.low() == judged.high()
          ? Numbers.text(judged.ratio())
          : "%s [%s, %s]"
              .formatted(
                  Numbers.text(judged.ratio()),
                  Numbers.text(judged.low()),
                  Numbers.text(judged.high()));
    }
  }

  private static String holds(Judged judged) {
    if (judged.isWithinInterval()) {
      return "yes, within the interval";
    }
    return judged.holds() ? "yes" : "**no**";
  }

  private static String median(Map<String, Double> medians, String subject) {
    return Optional.ofNullable(medians.get(subject)).map(Numbers::text).orElse("");
  }

  /** One of speed, one of everything else. */
  List<Picture> pictures() {
    List<Picture> pictures = new ArrayList<>();
    picture("bars-turns", "Turns per second, by what the bar asks", Entry::isOfTurns)
        .ifPresent(pictures::add);
    picture(
            "bars-others",
            "Waits, shares, commands and bytes, by what the bar asks",
            entry -> !entry.isOfTurns())
        .ifPresent(pictures::add);
    return pictures;
  }

  private Optional<Picture> picture(String name, String title, Predicate<Entry> chosen) {
    List<Entry> shown = entries.stream().filter(chosen).filter(Bars::canBeDrawn).toList();
    if (shown.isEmpty()) {
      return Optional.empty();
    }
    BarsPlot plot =
        new BarsPlot(title, subtitle(shown), shown.stream().map(Bars::plotLine).toList());
    String alt = alt(title, shown);
    return Optional.of(new Picture(name, alt, theme -> plot.svg(theme, alt)));
  }

  private static BarsPlot.Line plotLine(Entry entry) {
    String work = entry.row().briefWork();
    String label = entry.isOfTurns() ? work : work + ": " + entry.line().briefTitle();
    return new BarsPlot.Line(
        "%s · %s".formatted(entry.row().id(), label),
        entry.judged().margin(),
        BarsPlot.Outcome.of(entry.judged()));
  }

  private static String subtitle(List<Entry> shown) {
    List<Origin> origins =
        shown.stream()
            .map(entry -> entry.row().origin())
            .distinct()
            .sorted(Comparator.comparing(Origin::time))
            .toList();
    return origins.size() == 1
        ? origins.get(0).text()
        : "%s; %s to %s, %d runs; medians with 95 %% intervals"
            .formatted(
                origins.get(0).get("machine"),
                origins.get(0).day(),
                origins.get(origins.size() - 1).day(),
                origins.size());
  }

  private static String alt(String title, List<Entry> shown) {
    Entry best = shown.stream().max(Comparator.comparing(Bars::margin)).orElseThrow();
    Entry worst = shown.stream().min(Comparator.comparing(Bars::margin)).orElseThrow();
    return "%s. %d of %d hold. Farthest above its bar: row %s, %s, %s times; nearest or below: row %s, %s, %s times."
        .formatted(
            title,
            shown.stream().filter(entry -> entry.judged().holds()).count(),
            shown.size(),
            best.row().id(),
            best.row().work(),
            Numbers.text(margin(best)),
            worst.row().id(),
            worst.row().work(),
            Numbers.text(margin(worst)));
  }

  /** What is to be 0, and is, is no number of times better than asked. */
  private static boolean canBeDrawn(Entry entry) {
    return Double.isFinite(margin(entry));
  }

  private static double margin(Entry entry) {
    return entry.judged().margin().median();
  }
}
