package io.holdfast.benchmarks.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.benchmarks.work.Load;
import io.holdfast.benchmarks.work.Work;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ReportBriefTest {

  private static final Rounds ROUNDS =
      new Rounds(
          6,
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          new PrintStream(PrintStream.nullOutputStream()));

  @Test
  void brief_hasTheJudgedLinesAndHowManyHold() {
    assertThat(report(4000, 1000).brief())
        .contains("machine: 2 cores; load before: 0.5")
        .contains("measured: 6 interleaved rounds of 1000 ms, after 2000 ms of warming up")
        .contains("| 4 | ≥ 2.5 × redisson | yes |")
        .contains("1 of 1 bars hold, 0 of them only within the interval")
        .doesNotContain("part of the turns");
  }

  @Test
  void summary_whenABarIsNotReached_countsIt() {
    assertThat(report(1000, 1000).summary())
        .isEqualTo("0 of 1 bars hold, 0 of them only within the interval");
    assertThat(report(1000, 1000).isGood()).isFalse();
  }

  @Test
  void json_hasTheTitleOfEachLine() {
    assertThat(report(4000, 1000).json())
        .contains("\"title\": \"turns/s that crossed to the other JVM\"")
        .contains("\"sampleMillis\": 1000");
  }

  /** A column for everybody who takes part in any row, and an empty cell where not in this one. */
  @Test
  void table_ofRowsWithSeveralSubjects_hasAColumnForEach() {
    Measured some = measured("1", Map.of(Subject.JUC, 9.0, Subject.HOLDFAST, 6.0));
    Measured others = measured("2", Map.of(Subject.REDISSON, 2.0, Subject.HOLDFAST, 6.0));

    assertThat(report(List.of(some, others)).table())
        .isEqualTo(
            """
            | row | work | what | Redisson | JUC | Holdfast | ratio [interval] | bar | holds |
            |---|---|---|--:|--:|--:|--:|---|---|
            | 1 | some work | turns/s |  | 9 | 6 | 6 | ≥ 5 | yes |
            | 2 | some work | turns/s | 2 |  | 6 | 6 | ≥ 5 | yes |
            """);
  }

  private static Measured measured(String id, Map<Subject, Double> turns) {
    Line line = Line.of(WorkRow.TURNS, "turns/s", Bar.atLeast(5));
    WorkRow row =
        new WorkRow(
            id,
            "some work",
            List.copyOf(turns.keySet()),
            Load.of(Work.ONE_LOCK, 1),
            1,
            List.of(line));
    Map<Subject, Sample> round =
        turns.entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey,
                    entry -> new Sample(Map.of(WorkRow.TURNS, entry.getValue()))));
    return new Measured(row, List.of(round));
  }

  private static Report report(double ours, double theirs) {
    WorkRow six = (WorkRow) Rows.chosen(List.of("6")).get(0);
    List<Line> lines =
        List.of(six.lines().get(0), Line.of(WorkRow.CROSSED, "part of the turns that crossed"));
    List<Subject> subjects = List.of(Subject.REDISSON, Subject.HOLDFAST);
    WorkRow row = new WorkRow("6", six.work(), subjects, six.load(), six.jvms(), lines);
    List<Map<Subject, Sample>> rounds = new ArrayList<>();
    for (int i = 0; i < ROUNDS.count(); i++) {
      rounds.add(Map.of(Subject.HOLDFAST, sample(ours), Subject.REDISSON, sample(theirs)));
    }
    return report(List.of(new Measured(row, rounds)));
  }

  private static Report report(List<Measured> rows) {
    return new Report(
        Map.of("date", "2026-01-01T00:00:00Z", "machine", "2 cores", "load before", "0.5"),
        new SteadySchedule(ROUNDS, () -> 0),
        rows);
  }

  private static Sample sample(double turns) {
    return new Sample(Map.of(WorkRow.CROSSINGS, turns, WorkRow.CROSSED, 0.5));
  }
}
