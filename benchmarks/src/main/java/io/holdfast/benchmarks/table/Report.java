package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.Subject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A run of the table, to be written down.
 *
 * @param surroundings machine, versions, commit, date
 * @param rounds how it was measured
 * @param rows what came of it
 */
record Report(Map<String, String> surroundings, Rounds rounds, List<Measured> rows) {

  /** Whether every bar holds. */
  boolean isGood() {
    return rows.stream()
        .flatMap(row -> row.judge().stream())
        .noneMatch(judged -> judged.verdict().filter(Verdict.FAILS::equals).isPresent());
  }

  /** {@code <date>-<commit>}, for file names. */
  String name() {
    return surroundings.getOrDefault("date", "").replaceAll("T.*", "")
        + "-"
        + surroundings.getOrDefault("commit", "unknown");
  }

  String markdown() {
    StringBuilder text = new StringBuilder("# The plain lock beside Redisson and the limit\n\n");
    surroundings.forEach((what, value) -> text.append("- %s: %s%n".formatted(what, value)));
    text.append("- measured: %s%n%n".formatted(method()));
    text.append(table());
    return text.toString();
  }

  String table() {
    StringBuilder text = new StringBuilder();
    text.append(
        "| row | work | what | Redisson | bare | Holdfast | ratio [interval] | bar | holds |\n");
    text.append("|---|---|---|--:|--:|--:|--:|---|---|\n");
    for (Measured measured : rows) {
      for (Measured.Judged judged : measured.judge()) {
        text.append(line(measured, judged));
      }
    }
    return text.toString();
  }

  private static String line(Measured measured, Measured.Judged judged) {
    Line line = judged.line();
    return "| %s | %s | %s | %s | %s | %s | %s | %s | %s |%n"
        .formatted(
            measured.row().id(),
            measured.row().work(),
            line.title(),
            median(measured, Subject.REDISSON, line),
            median(measured, Subject.BARE, line),
            median(measured, Subject.HOLDFAST, line),
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

  private String method() {
    return "%d interleaved rounds of %d ms, after %d ms of warming up"
        .formatted(rounds.count(), rounds.time().toMillis(), rounds.warmUp().toMillis());
  }

  String json() {
    Map<String, Object> all = new LinkedHashMap<>(surroundings);
    all.put("rounds", rounds.count());
    all.put("sampleMillis", rounds.time().toMillis());
    all.put("warmUpMillis", rounds.warmUp().toMillis());
    all.put("rows", rows.stream().map(Report::row).toList());
    return Json.text(all);
  }

  private static Map<String, Object> row(Measured measured) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("id", measured.row().id());
    row.put("work", measured.row().work());
    row.put("bars", measured.judge().stream().map(Report::judged).toList());
    row.put("rounds", measured.rounds().stream().map(Report::round).toList());
    return row;
  }

  private static Map<String, Object> judged(Measured.Judged judged) {
    Map<String, Object> bar = new LinkedHashMap<>();
    bar.put("metric", judged.line().metric());
    judged.line().bar().ifPresent(asked -> bar.put("bar", asked.toString()));
    judged
        .quotient()
        .ifPresent(
            quotient -> {
              bar.put("ratio", quotient.median());
              bar.put("low", quotient.low());
              bar.put("high", quotient.high());
              bar.put("coverage", quotient.coverage());
            });
    judged.verdict().ifPresent(verdict -> bar.put("verdict", verdict.name()));
    return bar;
  }

  private static Map<String, Object> round(Map<Subject, Sample> round) {
    Map<String, Object> samples = new LinkedHashMap<>();
    round.forEach(
        (subject, sample) -> samples.put(subject.label(), new TreeMap<>(sample.metrics())));
    return samples;
  }
}
