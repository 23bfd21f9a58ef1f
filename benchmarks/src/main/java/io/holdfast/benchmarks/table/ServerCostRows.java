package io.holdfast.benchmarks.table;

import static io.holdfast.benchmarks.subject.Subject.HOLDFAST;
import static io.holdfast.benchmarks.subject.Subject.REDISSON;
import static io.holdfast.benchmarks.subject.Subject.THIN;

import io.holdfast.benchmarks.work.Load;
import io.holdfast.benchmarks.work.Work;
import java.util.List;
import java.util.Optional;

/** What a free lock costs the server, which a whole fleet shares. */
final class ServerCostRows {

  private static final double BESIDE_THIN_COMMANDS = 1.15;

  private ServerCostRows() {}

  static List<Row> all() {
    return List.of(
        row("33a", 1, 0.6, Optional.of(Bar.atLeast(1.1, REDISSON))),
        row("33b", 8, 0.45, Optional.empty()),
        row("33c", 64, 0.4, Optional.empty()));
  }

  private static Row row(String id, int threads, double besideRedisson, Optional<Bar> ofTurns) {
    return new WorkRow(
        id,
        "free locks, %d %s, and the server"
            .formatted(threads, threads == 1 ? "thread" : "threads, each its own"),
        List.of(REDISSON, THIN, HOLDFAST),
        Load.of(Work.OWN_LOCKS, threads),
        1,
        List.of(
            Line.of(
                WorkRow.SERVER_CPU,
                "processor time of the server by turn, µs",
                Bar.atMost(besideRedisson, REDISSON)),
            Line.of(
                WorkRow.SERVER_CPU,
                "the same, beside thin commands",
                Bar.atMost(BESIDE_THIN_COMMANDS, THIN)),
            new Line(WorkRow.TURNS, "turns/s", ofTurns)));
  }
}
