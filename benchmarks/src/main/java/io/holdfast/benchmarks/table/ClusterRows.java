package io.holdfast.benchmarks.table;

import static io.holdfast.benchmarks.subject.Subject.REDISSON;

import io.holdfast.benchmarks.work.Load;
import io.holdfast.benchmarks.work.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows of clusters, of 3 and of 12 masters: more masters are not to cost more for each turn.
 */
final class ClusterRows {

  private static final int FEW = 3;
  private static final int MANY = 12;
  private static final Duration EMPTY = Duration.ZERO;
  private static final Duration LONG = Duration.ofMillis(1);

  private ClusterRows() {}

  static List<Row> all() {
    List<Row> rows = new ArrayList<>();
    rows.add(free("28a", 1, FEW));
    rows.add(free("28b", 1, MANY));
    rows.add(free("28c", 8, FEW));
    rows.add(free("28d", 8, MANY));
    Load lock = Load.of(Work.ONE_LOCK, 1);
    rows.addAll(contended("29", "one lock, sections of 1 ms", lock.withSection(LONG), true));
    rows.addAll(contended("30", "one lock, sections of 0 µs", lock, false));
    rows.addAll(
        contended(
            "31",
            "one read-write lock, reads to writes 90/10, sections of 0 µs",
            Load.ofReadersAndWriters(4, 10, EMPTY),
            false));
    rows.addAll(
        contended(
            "32",
            "a pool, 1 permit, sections of 1 ms",
            Load.ofPermits(Work.ONE_PERMIT_POOL, 1, 1, LONG),
            false));
    return List.copyOf(rows);
  }

  private static Row free(String id, int threads, int masters) {
    return new ClusterRow(
        id,
        "free locks, %d thread%s, each its own, a cluster of %d masters"
            .formatted(threads, threads == 1 ? "" : "s", masters),
        masters,
        FEW,
        Load.of(Work.OWN_LOCKS, threads),
        1,
        List.of(
            Line.of(WorkRow.TURNS, "turns/s", Bar.atLeast(1, REDISSON)),
            Line.of(
                ClusterRow.TURNS_BY_ALONE,
                "turns/s, as part of those with a single server",
                Bar.atLeast(0.9)),
            bus(),
            Line.of(ClusterRow.NODES_CPU, "processor time of all nodes by turn, µs"),
            Line.of(WorkRow.CPU, "processor time of the client by turn, µs")));
  }

  /** With few masters, and with many, which each sample compares with few. */
  private static List<Row> contended(String number, String work, Load load, boolean isJudged) {
    List<Row> rows = new ArrayList<>();
    for (int masters : List.of(FEW, MANY)) {
      List<Line> lines = new ArrayList<>();
      lines.add(Line.of(WorkRow.TURNS, "turns/s"));
      lines.add(
          isJudged
              ? Line.of(
                  WorkRow.CROSSINGS,
                  "turns/s that crossed to the other JVM",
                  Bar.atLeast(2, REDISSON))
              : Line.of(WorkRow.CROSSINGS, "turns/s that crossed to the other JVM"));
      lines.add(bus());
      lines.add(
          Line.of(
              ClusterRow.NODES_CPU,
              "processor time of all nodes by turn, µs",
              Bar.atMost(1, REDISSON)));
      if (masters == MANY) {
        lines.add(
            Line.of(
                ClusterRow.NODES_CPU_BESIDE,
                "the same, by that of a cluster of %d masters".formatted(FEW),
                Bar.atMost(1.1)));
      }
      lines.add(Line.of(WorkRow.SCRIPTS, "script calls by turn"));
      lines.add(Line.of(WorkRow.MESSAGES, "messages by turn"));
      lines.add(Line.of(WorkRow.P99, "p99 of the wait, ms"));
      rows.add(
          new ClusterRow(
              number + (masters == FEW ? 'a' : 'b'),
              "%s, 2 JVMs × %d thread%s, a cluster of %d masters"
                  .formatted(work, load.threads(), load.threads() == 1 ? "" : "s", masters),
              masters,
              FEW,
              load,
              2,
              List.copyOf(lines)));
    }
    return rows;
  }

  private static Line bus() {
    return Line.of(ClusterRow.BUS, "messages that nodes sent to each other by turn", Bar.atMost(0));
  }
}
