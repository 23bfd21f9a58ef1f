package io.holdfast.benchmarks.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.benchmarks.work.Place;
import io.holdfast.benchmarks.work.Workers;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row runs, for a moment; how fast says nothing. Only here all rows share their workers. */
@ExtendWith(RedisServerExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
@Tag("long")
class RowsIT {

  /** Where a thread at Redisson sleeps until a lease has run out, that takes this long. */
  private static final String SHORT_WATCHDOG = "-Dbenchmarks.redisson.watchdogMillis=5000";

  private static final Rounds A_MOMENT =
      new Rounds(
          1,
          Duration.ofMillis(200),
          Duration.ofMillis(50),
          new PrintStream(PrintStream.nullOutputStream()));

  private RedisServer server;
  private Workers workers;
  private Nodes nodes;
  private Clusters clusters;

  @BeforeAll
  void start() {
    server = RedisServer.start();
    workers = new Workers(Place.SERVER, List.of(server.uri()), List.of(SHORT_WATCHDOG));
    nodes = new Nodes(List.of(SHORT_WATCHDOG));
    clusters = new Clusters(List.of(SHORT_WATCHDOG));
  }

  @AfterAll
  void stop() throws InterruptedException {
    clusters.close();
    nodes.close();
    workers.close();
    server.close();
  }

  static Stream<Row> rows() {
    return Rows.all().stream();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void row_forAMoment_givesANumberForEveryLine(Row row) throws Exception {
    Measured measured =
        A_MOMENT.measure(row, new Bench(server, workers, nodes, clusters, "bench-it"));

    assertThat(measured.rounds()).hasSize(1);
    for (Line line : row.lines()) {
      for (Subject subject : row.subjects()) {
        assertThat(measured.median(subject, line)).hasValueSatisfying(RowsIT::isNumber);
        if (line.metric().equals(WorkRow.LONGEST)
            || (line.metric().equals(WorkRow.WRITE_LONGEST) && writesOften(row))) {
          assertThat(measured.median(subject, line).orElseThrow()).isPositive();
        }
      }
    }
    Schedule schedule = new SteadySchedule(A_MOMENT, System::nanoTime);
    Report report = new Report(Map.of("date", "2026-01-01T00:00:00Z"), schedule, List.of(measured));
    assertThat(report.table().lines()).hasSize(2 + row.lines().size());
    assertThat(report.json()).contains("\"id\": \"" + row.id() + "\"");
  }

  /** Whether there is a write in a moment. */
  private static boolean writesOften(Row row) {
    return row instanceof WorkRow workRow && workRow.load().writePercent() >= 10;
  }

  private static void isNumber(double number) {
    assertThat(number).isFinite().isNotNegative();
  }
}
