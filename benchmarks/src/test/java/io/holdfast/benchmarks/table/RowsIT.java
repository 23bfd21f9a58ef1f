package io.holdfast.benchmarks.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.benchmarks.subject.Subject;
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
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row runs, for a moment; how fast says nothing. Only here all rows share their workers. */
@ExtendWith(RedisServerExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class RowsIT {

  private static final Rounds A_MOMENT =
      new Rounds(
          1,
          Duration.ofMillis(200),
          Duration.ofMillis(50),
          new PrintStream(PrintStream.nullOutputStream()));

  private RedisServer server;
  private Workers workers;

  @BeforeAll
  void start() {
    server = RedisServer.start();
    workers = new Workers(server.uri(), List.of());
  }

  @AfterAll
  void stop() throws InterruptedException {
    workers.close();
    server.close();
  }

  static Stream<Row> rows() {
    return Rows.plainLock().stream();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void row_forAMoment_givesANumberForEveryLine(Row row) throws Exception {
    Measured measured = A_MOMENT.measure(row, new Bench(workers, "bench-it"));

    assertThat(measured.rounds()).hasSize(1);
    for (Line line : row.lines()) {
      for (Subject subject : row.subjects()) {
        assertThat(measured.median(subject, line)).hasValueSatisfying(RowsIT::isNumber);
      }
    }
    Report report = new Report(Map.of("date", "2026-01-01T00:00:00Z"), A_MOMENT, List.of(measured));
    assertThat(report.table().lines()).hasSize(2 + row.lines().size());
    assertThat(report.json()).contains("\"id\": \"" + row.id() + "\"");
  }

  private static void isNumber(double number) {
    assertThat(number).isFinite().isNotNegative();
  }
}
