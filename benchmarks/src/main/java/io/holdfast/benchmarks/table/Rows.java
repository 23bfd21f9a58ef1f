package io.holdfast.benchmarks.table;

import static io.holdfast.benchmarks.subject.Subject.BARE;
import static io.holdfast.benchmarks.subject.Subject.HOLDFAST;
import static io.holdfast.benchmarks.subject.Subject.REDISSON;

import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.benchmarks.work.Work;
import java.util.ArrayList;
import java.util.List;

/** The rows of the plain lock, with the bars of the design. */
final class Rows {

  private static final List<Subject> ALL = List.of(REDISSON, BARE, HOLDFAST);
  private static final List<Subject> LOCKS = List.of(REDISSON, HOLDFAST); // bare cannot wait

  private Rows() {}

  static List<Row> plainLock() {
    return List.of(
        ownLocks("1", 1, 0.95),
        ownLocks("2", 8, 0.9),
        ownLocks("3", 64, 0.85),
        oneLock("4a", 8),
        oneLock("4b", 64),
        new WorkRow(
            "5",
            "one lock, 2 JVMs × 4 threads",
            LOCKS,
            Work.ONE_LOCK,
            2,
            4,
            List.of(
                turns(Bar.atLeast(50, REDISSON)),
                Line.of(
                    WorkRow.LEAST_SHARE, "part of the turns of the poorer JVM", Bar.atLeast(0.35)),
                crossed())),
        new WorkRow(
            "6",
            "one lock, 2 JVMs × 1 thread",
            LOCKS,
            Work.ONE_LOCK,
            2,
            1,
            List.of(turns(Bar.atLeast(2.5, REDISSON)), crossed())),
        new WorkRow(
            "7",
            "re-entry, 1 thread",
            LOCKS,
            Work.REENTRY,
            1,
            1,
            List.of(turns(Bar.atLeast(1000, REDISSON)))),
        new FreePairRow("8a", 2),
        new FreePairRow("8b", 16),
        new FreePairRow("8c", 100),
        new HandOverRow("9"));
  }

  /** The rows with these ids; a number alone means all with that number. */
  static List<Row> plainLock(List<String> ids) {
    List<Row> chosen = new ArrayList<>();
    for (String id : ids) {
      List<Row> found =
          plainLock().stream()
              .filter(row -> row.id().equals(id) || row.id().replaceAll("[a-z]", "").equals(id))
              .toList();
      if (found.isEmpty()) {
        throw new IllegalArgumentException(
            "row '%s': must be one of %s"
                .formatted(id, plainLock().stream().map(Row::id).toList()));
      }
      chosen.addAll(found);
    }
    return chosen;
  }

  private static Row ownLocks(String id, int threads, double bar) {
    return new WorkRow(
        id,
        "free locks, %d %s".formatted(threads, threads == 1 ? "thread" : "threads, each its own"),
        ALL,
        Work.OWN_LOCKS,
        1,
        threads,
        List.of(
            turns(Bar.atLeast(bar, BARE)),
            Line.of(WorkRow.CPU, "processor time of the client by turn, µs")));
  }

  private static Row oneLock(String id, int threads) {
    return new WorkRow(
        id,
        "one lock, 1 JVM × %d threads".formatted(threads),
        LOCKS,
        Work.ONE_LOCK,
        1,
        threads,
        List.of(
            turns(Bar.atLeast(50, REDISSON)),
            Line.of(WorkRow.P99, "p99 of the wait, ms", Bar.atMost(0.1, REDISSON)),
            Line.of(WorkRow.LONGEST, "longest wait, ms", Bar.atMost(1, REDISSON))));
  }

  private static Line turns(Bar bar) {
    return Line.of(WorkRow.TURNS, "turns/s", bar);
  }

  private static Line crossed() {
    return Line.of(WorkRow.CROSSED, "part of the turns that crossed");
  }
}
