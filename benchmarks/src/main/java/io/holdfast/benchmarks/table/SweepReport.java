package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.Subject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A sweep, to be written down.
 *
 * @param surroundings machine, versions, commit, date
 * @param sweep what was measured
 * @param how it was
 * @param points what came of it
 * @param leftOut what did not
 */
record SweepReport(
    Map<String, String> surroundings,
    Sweep sweep,
    Rounds how,
    List<SweepPoint> points,
    List<SweepRun.LeftOut> leftOut) {

  private static final List<Line> WAITS =
      List.of(
          Line.of(WorkRow.P50, "Median wait, ms"),
          Line.of(WorkRow.P90, "p90 of the wait, ms"),
          Line.of(WorkRow.P99, "p99 of the wait, ms"),
          Line.of(WorkRow.P999, "p99.9 of the wait, ms"),
          Line.of(WorkRow.P9999, "p99.99 of the wait, ms"),
          Line.of(WorkRow.LONGEST, "Longest wait, ms"));
  private static final List<Line> COSTS =
      List.of(
          Line.of(WorkRow.SCRIPTS, "Script calls by turn"),
          Line.of(WorkRow.MESSAGES, "Messages by turn"),
          Line.of(WorkRow.CPU, "Processor time of the clients by turn, µs"));
  private static final List<Line> FAIRNESS =
      List.of(
          Line.of(WorkRow.JAIN, "Jain's index over the JVMs"),
          Line.of(WorkRow.LEAST_SHARE, "Part of the turns of the poorest JVM"));

  SweepReport {
    points = List.copyOf(points);
    leftOut = List.copyOf(leftOut);
  }

  /** {@code <date>-<commit>-sweep-<over>}, for file names. */
  String name() {
    return "%s-sweep-%s".formatted(Surroundings.name(surroundings), sweep.over().label());
  }

  String json() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("kind", "sweep");
    all.put("over", sweep.over().label());
    all.put("work", sweep.work());
    all.put("surroundings", surroundings);
    all.put("rounds", how.count());
    all.put("seconds", how.time().toMillis() / 1e3);
    all.put("warmUpSeconds", how.warmUp().toMillis() / 1e3);
    all.put("points", points.stream().map(SweepPoint::document).toList());
    all.put("leftOut", leftOut.stream().map(SweepReport::document).toList());
    return Json.text(all);
  }

  private static Map<String, Object> document(SweepRun.LeftOut point) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("x", point.x());
    document.put("subject", point.subject().name());
    document.put("why", point.why());
    return document;
  }

  String markdown() {
    StringBuilder text =
        new StringBuilder("# Sweep over %s: %s%n%n".formatted(sweep.over().label(), sweep.work()));
    surroundings.forEach((what, value) -> text.append("- %s: %s%n".formatted(what, value)));
    text.append("- measured: %s; medians of the rounds%n".formatted(how.method()));
    text.append(table(Line.of(WorkRow.TURNS, "Turns a second")));
    WAITS.forEach(line -> text.append(table(line)));
    if (sweep.over() == SweepOver.JVMS || sweep.jvms() > 1) {
      FAIRNESS.forEach(line -> text.append(table(line)));
    }
    COSTS.forEach(line -> text.append(table(line)));
    if (!leftOut.isEmpty()) {
      text.append("\n## Left out\n\n");
      leftOut.forEach(point -> text.append("- %s%n".formatted(point)));
    }
    return text.toString();
  }

  private String table(Line line) {
    StringBuilder text = new StringBuilder("%n## %s%n%n".formatted(line.title()));
    text.append("| %s |".formatted(sweep.over().heading()));
    sweep.subjects().forEach(subject -> text.append(" %s |".formatted(subject.title())));
    text.append("\n|--:|").append("--:|".repeat(sweep.subjects().size())).append('\n');
    for (long x : sweep.values()) {
      text.append("| %s |".formatted(Numbers.text(x)));
      sweep
          .subjects()
          .forEach(subject -> text.append(" %s |".formatted(cell(x, subject, line.metric()))));
      text.append('\n');
    }
    return text.toString();
  }

  private String cell(long x, Subject subject, String metric) {
    return points.stream()
        .filter(point -> point.x() == x && point.subject() == subject)
        .findFirst()
        .map(point -> Numbers.text(point.median(metric)))
        .orElse("");
  }
}
