package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.Subject;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A run of the table, to be written down.
 *
 * @param surroundings machine, versions, commit, date
 * @param schedule how it was measured
 * @param rows what came of it
 */
record Report(Map<String, String> surroundings, Schedule schedule, List<Measured> rows) {

  /** Whether every bar holds. */
  boolean isGood() {
    return rows.stream()
        .flatMap(row -> row.judge().stream())
        .noneMatch(judged -> judged.verdict().filter(Verdict.FAILS::equals).isPresent());
  }

  /** {@code <date>-<commit>}, for file names. */
  String name() {
    return Surroundings.name(surroundings);
  }

  String markdown() {
    StringBuilder text = new StringBuilder("# Holdfast beside its peers and the limit\n\n");
    surroundings.forEach((what, value) -> text.append("- %s: %s%n".formatted(what, value)));
    text.append("- measured: %s%n%n".formatted(schedule.method()));
    text.append(table());
    return text.toString();
  }

  /** Only what is asked, for a look at it. */
  String brief() {
    return "machine: %s; load before: %s%nmeasured: %s%n%n%s%n%s%n"
        .formatted(
            surroundings.getOrDefault("machine", "unknown"),
            surroundings.getOrDefault("load before", "unknown"),
            schedule.method(),
            table(judged -> judged.verdict().isPresent()),
            summary());
  }

  /** How many bars hold. */
  String summary() {
    List<Verdict> verdicts =
        rows.stream()
            .flatMap(row -> row.judge().stream())
            .flatMap(judged -> judged.verdict().stream())
            .toList();
    return "%d of %d bars hold, %d of them only within the interval"
        .formatted(
            verdicts.size() - Collections.frequency(verdicts, Verdict.FAILS),
            verdicts.size(),
            Collections.frequency(verdicts, Verdict.HOLDS_WITHIN_INTERVAL));
  }

  String table() {
    return table(judged -> true);
  }

  private String table(Predicate<Measured.Judged> shown) {
    List<Subject> subjects = subjects();
    StringBuilder text = new StringBuilder("| row | work | what |");
    subjects.forEach(subject -> text.append(" %s |".formatted(subject.title())));
    text.append(" ratio [interval] | bar | holds |\n|---|---|---|");
    text.append("--:|".repeat(subjects.size())).append("--:|---|---|\n");
    for (Measured measured : rows) {
      for (Measured.Judged judged : measured.judge()) {
        if (shown.test(judged)) {
          text.append(line(measured, judged, subjects));
        }
      }
    }
    return text.toString();
  }

  /** Who takes part in any row, in the order of the columns. */
  private List<Subject> subjects() {
    return Stream.of(Subject.values())
        .filter(subject -> rows.stream().anyMatch(row -> row.row().subjects().contains(subject)))
        .toList();
  }

  private static String line(Measured measured, Measured.Judged judged, List<Subject> subjects) {
    Line line = judged.line();
    String medians =
        subjects.stream()
            .map(subject -> median(measured, subject, line))
            .collect(Collectors.joining(" | "));
    return "| %s | %s | %s | %s | %s | %s | %s |%n"
        .formatted(
            measured.row().id(),
            measured.row().work(),
            line.title(),
            medians,
            judged.quotient().map(Report::interval).orElse(""),
            line.bar().map(Bar::toString).orElse(""),
            judged.verdict().map(Verdict::text).orElse(""));
  }

  private static String median(Measured measured, Subject subject, Line line) {
    return measured.median(subject, line).map(Numbers::text).orElse("");
  }

  private static String interval(Interval quotient) {
    return quotient.low() == quotient.high()
        ? Numbers.text(quotient.median())
        : "%s [%s, %s]"
            .formatted(
                Numbers.text(quotient.median()),
                Numbers.text(quotient.low()),
                Numbers.text(quotient.high()));
  }

  String json() {
    Map<String, Object> all = new LinkedHashMap<>(surroundings);
    all.putAll(schedule.numbers());
    all.put("rows", rows.stream().map(Report::row).toList());
    return Json.text(all);
  }

  private static Map<String, Object> row(Measured measured) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("id", measured.row().id());
    row.put("work", measured.row().work());
    row.put("bars", measured.judge().stream().map(Measured.Judged::document).toList());
    row.put("rounds", measured.rounds().stream().map(Report::round).toList());
    return row;
  }

  private static Map<String, Object> round(Map<Subject, Sample> round) {
    Map<String, Object> samples = new LinkedHashMap<>();
    round.forEach(
        (subject, sample) -> samples.put(subject.label(), new TreeMap<>(sample.metrics())));
    return samples;
  }
}
