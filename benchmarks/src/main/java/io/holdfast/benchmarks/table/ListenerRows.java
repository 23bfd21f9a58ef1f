package io.holdfast.benchmarks.table;

import static io.holdfast.benchmarks.subject.Subject.HEARD;
import static io.holdfast.benchmarks.subject.Subject.HOLDFAST;

import io.holdfast.benchmarks.work.Load;
import io.holdfast.benchmarks.work.Work;
import java.util.List;

/** What it costs that a direct listener hears of everything: nothing that can be measured. */
final class ListenerRows {

  private ListenerRows() {}

  static List<Row> all() {
    return List.of(
        row("27a", "free locks, 1 thread", Load.of(Work.OWN_LOCKS, 1)),
        row("27b", "re-entry, 1 thread", Load.of(Work.REENTRY, 1)),
        row("27c", "one lock, 1 JVM × 64 threads", Load.of(Work.ONE_LOCK, 64)));
  }

  private static Row row(String id, String work, Load load) {
    return new WorkRow(
        id,
        work + ", without and with a listener",
        List.of(HOLDFAST, HEARD),
        load,
        1,
        List.of(
            Line.of(WorkRow.TURNS, "turns/s", Bar.atMost(1, HEARD)),
            Line.of(WorkRow.CPU, "processor time of the client by turn, µs"),
            Line.of(WorkRow.BYTES, "bytes allocated by turn")));
  }
}
