package io.holdfast.benchmarks.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.benchmarks.subject.Subject;
import java.io.PrintStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SweepReportTest {

  private static final Sweep SWEEP =
      new Sweep(
          SweepOver.SECTION,
          List.of(0L, 5_000L),
          List.of(Subject.SPRING_SPIN, Subject.HOLDFAST),
          2,
          4);

  private final SweepReport report =
      new SweepReport(
          Map.of("date", "2026-01-02T03:04:05Z", "commit", "abc"),
          SWEEP,
          new Rounds(
              3,
              Duration.ofMillis(1_500),
              Duration.ofSeconds(3),
              new PrintStream(PrintStream.nullOutputStream())),
          List.of(
              new SweepPoint(5_000, Subject.HOLDFAST, List.of(sample(7), sample(9), sample(8))),
              new SweepPoint(0, Subject.SPRING_SPIN, List.of(sample(1), sample(2), sample(3)))),
          List.of(new SweepRun.LeftOut(5_000, Subject.SPRING_SPIN, "it broke")));

  @Test
  void name_ofASweep_tellsDateCommitAndWhat() {
    assertThat(report.name()).isEqualTo("2026-01-02-0304-abc-sweep-section");
  }

  @Test
  void json_ofASweep_hasEveryNumberOfEveryRound() {
    String json = report.json().replaceAll("\\s+", "");
    assertThat(json)
        .startsWith(
            "{\"kind\":\"sweep\",\"over\":\"section\","
                + "\"work\":\"onelockthatisheldforatime,2JVMs×4threads\",\"surroundings\":{")
        .contains("\"commit\":\"abc\"")
        .contains("\"rounds\":3,\"seconds\":1.5,\"warmUpSeconds\":3.0,\"points\":[")
        .contains("{\"x\":5000,\"subject\":\"HOLDFAST\",\"metrics\":{")
        .contains("\"turnsPerSecond\":[7.0,9.0,8.0]")
        .contains("\"waitP9999Millis\":[7.0,9.0,8.0]")
        .contains("{\"x\":0,\"subject\":\"SPRING_SPIN\",\"metrics\":{")
        .endsWith("\"leftOut\":[{\"x\":5000,\"subject\":\"SPRING_SPIN\",\"why\":\"itbroke\"}]}");
  }

  @Test
  void markdown_ofASweep_hasMediansAndWhatIsLeftOut() {
    String[] text = report.markdown().split("## ");
    assertThat(text[0]).contains("3 interleaved rounds of 1500 ms, after 3000 ms of warming up");
    assertThat(text[1])
        .isEqualTo(
            """
            Turns a second

            | section, µs | Spring, spinning | Holdfast |
            |--:|--:|--:|
            | 0 | 2 |  |
            | 5,000 |  | 8 |

            """);
    assertThat(Stream.of(text)).anyMatch(part -> part.startsWith("Jain's index"));
    assertThat(text[text.length - 1])
        .isEqualTo("Left out\n\n- Spring, spinning at 5000 is left out: it broke\n");
  }

  private static Sample sample(double value) {
    Map<String, Double> metrics = new HashMap<>();
    for (String metric :
        List.of(
            WorkRow.TURNS,
            WorkRow.P50,
            WorkRow.P90,
            WorkRow.P99,
            WorkRow.P999,
            WorkRow.P9999,
            WorkRow.LONGEST,
            WorkRow.JAIN,
            WorkRow.LEAST_SHARE,
            WorkRow.SCRIPTS,
            WorkRow.MESSAGES,
            WorkRow.CPU)) {
      metrics.put(metric, value);
    }
    return new Sample(metrics);
  }
}
