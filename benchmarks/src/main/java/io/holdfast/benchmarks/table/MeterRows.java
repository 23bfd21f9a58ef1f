package io.holdfast.benchmarks.table;

import static io.holdfast.benchmarks.subject.Subject.HOLDFAST;
import static io.holdfast.benchmarks.subject.Subject.METERED;

import io.holdfast.benchmarks.work.Load;
import io.holdfast.benchmarks.work.Work;
import java.util.List;

/**
 * What the meters of {@code lock-micrometer} cost: with them at least 0.9 of the turns are left.
 */
final class MeterRows {

  private static final double MOST = 1.11; // Holdfast without meters, by Holdfast with them

  private MeterRows() {}

  static List<Row> all() {
    return List.of(
        row("26a", "free locks, 1 thread", Load.of(Work.OWN_LOCKS, 1)),
        row("26b", "free locks, 64 threads, each its own", Load.of(Work.OWN_LOCKS, 64)),
        row("26c", "re-entry, 1 thread", Load.of(Work.REENTRY, 1)),
        row("26d", "one lock, 1 JVM × 8 threads", Load.of(Work.ONE_LOCK, 8)),
        row("26e", "one lock, 1 JVM × 64 threads", Load.of(Work.ONE_LOCK, 64)));
  }

  private static Row row(String id, String work, Load load) {
    return new WorkRow(
        id,
        work + ", without and with meters",
        List.of(HOLDFAST, METERED),
        load,
        1,
        List.of(
            Line.of(WorkRow.TURNS, "turns/s", Bar.atMost(MOST, METERED)),
            Line.of(WorkRow.CPU, "processor time of the client by turn, µs"),
            Line.of(WorkRow.BYTES, "bytes allocated by turn")));
  }
}
