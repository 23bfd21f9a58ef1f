package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.Subject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What things cost, to be written down.
 *
 * @param surroundings machine, versions, commit, date
 * @param cost what was measured
 * @param points what came of it
 */
record CostReport(Map<String, String> surroundings, Cost cost, List<CostPoint> points) {

  CostReport {
    points = List.copyOf(points);
  }

  /** {@code <date>-<time>-<commit>-cost-<over>}, for names of files. */
  String name() {
    return "%s-cost-%s".formatted(Surroundings.name(surroundings), cost.over().label());
  }

  /** Whether every bar holds. */
  boolean isGood() {
    return cost.values().stream()
        .flatMap(x -> cost.over().lines().stream().map(line -> verdict(line, x)))
        .noneMatch(verdict -> verdict.filter(Verdict.FAILS::equals).isPresent());
  }

  String json() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("kind", "cost");
    all.put("over", cost.over().label());
    all.put("work", cost.over().work());
    all.put("surroundings", surroundings);
    all.put("rounds", cost.rounds());
    all.put("seconds", cost.time().toMillis() / 1e3);
    all.put("warmUpSeconds", cost.warmUp().toMillis() / 1e3);
    all.put("leaseSeconds", cost.lease().toMillis() / 1e3);
    all.put("points", points.stream().map(point -> point.document(cost.over())).toList());
    all.put("rows", cost.values().stream().filter(this::isJudged).map(this::judgedRow).toList());
    return Json.text(all);
  }

  private boolean isJudged(int x) {
    return cost.over().lines().stream().anyMatch(line -> verdict(line, x).isPresent());
  }

  /** What is judged, in the form of a row of the table. */
  private Map<String, Object> judgedRow(int x) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("id", cost.over().label());
    row.put("work", "%,d %s".formatted(x, cost.over().work()));
    row.put("bars", cost.over().lines().stream().flatMap(line -> judged(line, x)).toList());
    row.put("rounds", IntStream.range(0, cost.rounds()).mapToObj(i -> round(i, x)).toList());
    return row;
  }

  private Stream<Map<String, Object>> judged(Line line, int x) {
    return verdict(line, x).stream()
        .map(
            known ->
                new Measured.Judged(line, interval(x, Subject.HOLDFAST, line), Optional.of(known)))
        .map(Measured.Judged::document);
  }

  private Map<String, Object> round(int i, int x) {
    Map<String, Object> round = new LinkedHashMap<>();
    points.stream()
        .filter(point -> point.x() == x)
        .forEach(point -> round.put(point.subject().label(), point.round(i)));
    return round;
  }

  String markdown() {
    StringBuilder text = new StringBuilder("# What it costs: " + cost.over().work() + "\n\n");
    surroundings.forEach((what, value) -> text.append("- %s: %s%n".formatted(what, value)));
    text.append("- measured: %s%n%n".formatted(method()));
    return text.append(table()).toString();
  }

  private String method() {
    String lease =
        cost.over() == CostOver.HOLDS ? "; leases of %d ms".formatted(cost.lease().toMillis()) : "";
    return "%d × %d ms%s".formatted(cost.rounds(), cost.time().toMillis(), lease);
  }

  private String table() {
    StringBuilder head = new StringBuilder("| how many | what |");
    StringBuilder rule = new StringBuilder("|--:|---|");
    for (Subject subject : cost.subjects()) {
      head.append(' ').append(subject.label()).append(" |");
      rule.append("--:|");
    }
    StringBuilder text = new StringBuilder();
    text.append(head).append(" bar | holds |\n").append(rule).append("---|---|\n");
    for (int x : cost.values()) {
      cost.over().lines().forEach(line -> text.append(row(x, line)));
    }
    return text.toString();
  }

  private String row(int x, Line line) {
    StringBuilder text = new StringBuilder("| %,d | %s |".formatted(x, line.title()));
    for (Subject subject : cost.subjects()) {
      text.append(
          " %s |"
              .formatted(
                  interval(x, subject, line)
                      .map(interval -> Numbers.text(interval.median()))
                      .orElse("")));
    }
    return text.append(
            " %s | %s |%n"
                .formatted(
                    bar(line, x).map(Bar::toString).orElse(""),
                    verdict(line, x).map(Verdict::text).orElse("")))
        .toString();
  }

  private Optional<Bar> bar(Line line, int x) {
    return cost.over().bar(line, x, cost.lease());
  }

  private Optional<Verdict> verdict(Line line, int x) {
    return bar(line, x)
        .flatMap(bar -> interval(x, Subject.HOLDFAST, line).map(interval -> bar.judge(interval)));
  }

  private Optional<Interval> interval(int x, Subject subject, Line line) {
    return points.stream()
        .filter(point -> point.x() == x && point.subject() == subject)
        .findFirst()
        .flatMap(point -> point.interval(line.metric()));
  }
}
