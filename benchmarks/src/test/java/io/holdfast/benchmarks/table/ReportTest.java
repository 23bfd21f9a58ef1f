package io.holdfast.benchmarks.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.benchmarks.work.Load;
import io.holdfast.benchmarks.work.Work;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ReportTest {

  private static final Rounds HOW =
      new Rounds(
          1,
          Duration.ofSeconds(1),
          Duration.ofSeconds(1),
          new PrintStream(PrintStream.nullOutputStream()));

  /** A column for everybody who takes part in any row, and an empty cell where not in this one. */
  @Test
  void table_ofRowsWithSeveralSubjects_hasAColumnForEach() {
    Measured some = measured("1", Map.of(Subject.JUC, 9.0, Subject.HOLDFAST, 6.0));
    Measured others = measured("2", Map.of(Subject.REDISSON, 2.0, Subject.HOLDFAST, 6.0));

    assertThat(
            new Report(Map.of(), new SteadySchedule(HOW, () -> 0), List.of(some, others)).table())
        .isEqualTo(
            """
            | row | work | what | Redisson | JUC | Holdfast | ratio [interval] | bar | holds |
            |---|---|---|--:|--:|--:|--:|---|---|
            | 1 | some work | turns/s |  | 9 | 6 | 6 | ≥ 5 | yes |
            | 2 | some work | turns/s | 2 |  | 6 | 6 | ≥ 5 | yes |
            """);
  }

  @Test
  void json_ofABarForOtherSettings_hasTheirRatioAndName() {
    Map<Subject, Double> turns =
        Map.of(Subject.REDISSON, 2.0, Subject.HOLDFAST, 4.0, Subject.LINGERING, 6.0);
    Measured row = measured("1", turns, Bar.atLeast(3, Subject.REDISSON).of(Subject.LINGERING));

    assertThat(new Report(Map.of(), new SteadySchedule(HOW, () -> 0), List.of(row)).json())
        .containsIgnoringWhitespaces(
            "\"of\": \"lingering\", \"bar\": \"≥ 3 × redisson\", \"ratio\": 3.0");
  }

  private static Measured measured(String id, Map<Subject, Double> turns) {
    return measured(id, turns, Bar.atLeast(5));
  }

  private static Measured measured(String id, Map<Subject, Double> turns, Bar bar) {
    Line line = Line.of(WorkRow.TURNS, "turns/s", bar);
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
}
