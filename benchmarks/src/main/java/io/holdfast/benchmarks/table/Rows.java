package io.holdfast.benchmarks.table;

import static io.holdfast.benchmarks.subject.Subject.BARE;
import static io.holdfast.benchmarks.subject.Subject.HOLDFAST;
import static io.holdfast.benchmarks.subject.Subject.JUC;
import static io.holdfast.benchmarks.subject.Subject.LINGERING;
import static io.holdfast.benchmarks.subject.Subject.REDISSON;
import static io.holdfast.benchmarks.subject.Subject.SPRING_PUB_SUB;
import static io.holdfast.benchmarks.subject.Subject.SPRING_SPIN;

import io.holdfast.benchmarks.subject.PermitHandle;
import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.benchmarks.work.Load;
import io.holdfast.benchmarks.work.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** All rows, with the bars of the design. */
final class Rows {

  private static final List<Subject> ALL = List.of(REDISSON, BARE, HOLDFAST);
  private static final List<Subject> SHARED =
      List.of(REDISSON, SPRING_SPIN, SPRING_PUB_SUB, HOLDFAST);
  private static final List<Subject> IN_ONE_JVM =
      List.of(REDISSON, SPRING_SPIN, SPRING_PUB_SUB, JUC, HOLDFAST);
  private static final List<Subject> EVERYBODY = Subject.usual();
  private static final List<Subject> LOCKS = List.of(REDISSON, HOLDFAST);

  /** One of each kind of work, for a quick look. */
  private static final List<String> QUICK =
      List.of(
          "1", "2", "4a", "5", "6", "7", "8a", "9", "10a", "12a", "13c", "15a", "19a", "22", "23",
          "24a");

  private Rows() {}

  static List<Row> quick() {
    return chosen(QUICK).stream().map(Rows::ofThoseInBars).toList();
  }

  /** Without those who are only told beside the bars. */
  private static Row ofThoseInBars(Row row) {
    return row instanceof WorkRow work
        ? work.of(work.subjects().stream().filter(ALL::contains).toList())
        : row;
  }

  static List<Row> all() {
    return Stream.of(
            exclusiveLocks(),
            ReadWriteRows.all(),
            PermitRows.all(),
            QuorumRows.all(),
            MeterRows.all(),
            ListenerRows.all(),
            ClusterRows.all(),
            ServerCostRows.all(),
            List.of(lingeringLock("34")))
        .flatMap(List::stream)
        .toList();
  }

  private static List<Row> exclusiveLocks() {
    return List.of(
        ownLocks("1", EVERYBODY, 1, 0.95),
        ownLocks("2", ALL, 8, 0.9),
        ownLocks("3", ALL, 64, 0.85),
        oneLock("4a", IN_ONE_JVM, 8),
        oneLock("4b", LOCKS, 64),
        new WorkRow(
            "5",
            "one lock, 2 JVMs × 4 threads",
            SHARED,
            Load.of(Work.ONE_LOCK, 4),
            2,
            List.of(
                turns(Bar.atLeast(50, REDISSON)),
                Line.of(
                    WorkRow.LEAST_SHARE, "part of the turns of the poorer JVM", Bar.atLeast(0.35)),
                longestWait(),
                crossed())),
        new WorkRow(
            "6",
            "one lock, 2 JVMs × 1 thread",
            List.of(REDISSON, SPRING_SPIN, SPRING_PUB_SUB, BARE, HOLDFAST),
            Load.of(Work.ONE_LOCK, 1),
            2,
            List.of(
                Line.of(
                    WorkRow.CROSSINGS,
                    "turns/s that crossed to the other JVM",
                    Bar.atLeast(2.5, REDISSON)),
                Line.of(
                    WorkRow.CROSSINGS,
                    "the same, beside our scripts and messages alone",
                    Bar.atLeast(0.8, BARE)),
                Line.of(WorkRow.TURNS, "turns/s"),
                longestWait(),
                crossed())),
        new CrossingRow("6b"),
        new WorkRow(
            "7",
            "re-entry, 1 thread",
            LOCKS,
            Load.of(Work.REENTRY, 1),
            1,
            List.of(turns(Bar.atLeast(1000, REDISSON)))),
        new FreePairRow("8a", 2),
        new FreePairRow("8b", 16),
        new FreePairRow("8c", 100),
        new HandOverRow("9", "lock", subject -> PermitHandle.of(subject.lock("ab"))),
        fairLock("10a", 8, 4),
        fairLock("10b", 64, 5),
        new IdleWaitersRow("11", IdleWaiters.Kind.FAIR_LOCK),
        new IdleWaitersRow("11b", IdleWaiters.Kind.FAIR_SEMAPHORE),
        new IdleWaitersRow("11c", IdleWaiters.Kind.POOL));
  }

  /** The rows with these ids; a number alone means all with that number. */
  static List<Row> chosen(List<String> ids) {
    List<Row> chosen = new ArrayList<>();
    for (String id : ids) {
      List<Row> found =
          all().stream()
              .filter(row -> row.id().equals(id) || row.id().replaceAll("[a-z]", "").equals(id))
              .toList();
      if (found.isEmpty()) {
        throw new IllegalArgumentException(
            "row '%s': must be one of %s".formatted(id, all().stream().map(Row::id).toList()));
      }
      chosen.addAll(found);
    }
    return chosen;
  }

  private static Row ownLocks(String id, List<Subject> subjects, int threads, double bar) {
    return new WorkRow(
        id,
        "free locks, %d %s".formatted(threads, threads == 1 ? "thread" : "threads, each its own"),
        subjects,
        Load.of(Work.OWN_LOCKS, threads),
        1,
        List.of(
            turns(Bar.atLeast(bar, BARE)),
            Line.of(WorkRow.CPU, "processor time of the client by turn, µs"),
            allocated(Bar.atMost(1.5, BARE))));
  }

  private static Row lingeringLock(String id) {
    return new WorkRow(
        id,
        "one free lock in a loop, 1 thread, set to linger",
        List.of(REDISSON, LINGERING),
        Load.of(Work.OWN_LOCKS, 1),
        1,
        List.of(turns(Bar.atLeast(100, REDISSON).of(LINGERING))));
  }

  private static Row oneLock(String id, List<Subject> subjects, int threads) {
    return new WorkRow(
        id,
        "one lock, 1 JVM × %d threads".formatted(threads),
        subjects,
        Load.of(Work.ONE_LOCK, threads),
        1,
        List.of(
            turns(Bar.atLeast(50, REDISSON)),
            Line.of(WorkRow.P99, "p99 of the wait, ms", Bar.atMost(0.1, REDISSON)),
            longestWait(),
            allocated(Bar.atMost(200))));
  }

  private static Row fairLock(String id, int threads, double bar) {
    return new WorkRow(
        id,
        "one fair lock, 1 JVM × %d threads".formatted(threads),
        LOCKS,
        Load.of(Work.ONE_FAIR_LOCK, threads),
        1,
        List.of(
            turns(Bar.atLeast(bar, REDISSON)),
            Line.of(WorkRow.P99, "p99 of the wait, ms", Bar.atMost(1, REDISSON)),
            longestWait()));
  }

  private static Line turns(Bar bar) {
    return Line.of(WorkRow.TURNS, "turns/s", bar);
  }

  private static Line longestWait() {
    return Line.of(WorkRow.LONGEST, "longest wait, ms", Bar.atMost(1, REDISSON));
  }

  private static Line allocated(Bar bar) {
    return Line.of(WorkRow.BYTES, "bytes allocated by turn", bar);
  }

  private static Line crossed() {
    return Line.of(WorkRow.CROSSED, "part of the turns that crossed");
  }
}
