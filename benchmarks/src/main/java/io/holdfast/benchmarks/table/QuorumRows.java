package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.benchmarks.work.Load;
import io.holdfast.benchmarks.work.Work;
import java.util.List;

/** The rows of the quorum lock, with the bars of the design. */
final class QuorumRows {

  private QuorumRows() {}

  static List<Row> all() {
    return List.of(
        new QuorumRow(
            "22",
            "free lock of a quorum of %d, 1 thread".formatted(Nodes.COUNT),
            Load.of(Work.OWN_LOCKS, 1),
            1,
            List.of(turns(Bar.atLeast(2.5, Subject.REDISSON)), scripts(), cpu(), serverCpu())),
        new QuorumRow(
            "23",
            "one lock of a quorum of %d, 1 JVM × 4 threads".formatted(Nodes.COUNT),
            Load.of(Work.ONE_LOCK, 4),
            1,
            List.of(
                turns(Bar.atLeast(10, Subject.REDISSON)),
                p99(),
                longestWait(),
                lost(),
                scripts(),
                cpu(),
                serverCpu())),
        new AilingRow("24a", Ailment.DEAD),
        new AilingRow("24b", Ailment.SLOW),
        new AilingRow("24c", Ailment.FROZEN),
        new QuorumRow(
            "25",
            "one lock of a quorum of %d, 4 JVMs × 2 threads".formatted(Nodes.COUNT),
            Load.of(Work.ONE_LOCK, 2),
            4,
            List.of(
                Line.of(WorkRow.TURNS, "turns/s"),
                lost(),
                p99(),
                longestWait(),
                Line.of(WorkRow.LEAST_SHARE, "part of the turns of the poorest JVM"),
                Line.of(WorkRow.CROSSED, "part of the turns that crossed"),
                scripts(),
                Line.of(WorkRow.MESSAGES, "messages by turn"),
                cpu(),
                serverCpu())));
  }

  private static Line turns(Bar bar) {
    return Line.of(WorkRow.TURNS, "turns/s", bar);
  }

  private static Line lost() {
    return Line.of(QuorumRow.LOST, "part of the rounds of votes that found no majority");
  }

  private static Line p99() {
    return Line.of(WorkRow.P99, "p99 of the wait, ms");
  }

  private static Line longestWait() {
    return Line.of(WorkRow.LONGEST, "longest wait, ms");
  }

  private static Line scripts() {
    return Line.of(WorkRow.SCRIPTS, "script calls by turn, all nodes together");
  }

  private static Line cpu() {
    return Line.of(WorkRow.CPU, "processor time of the clients by turn, µs");
  }

  private static Line serverCpu() {
    return Line.of(WorkRow.SERVER_CPU, "processor time of the servers by turn, µs");
  }
}
