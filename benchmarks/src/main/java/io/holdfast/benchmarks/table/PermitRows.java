package io.holdfast.benchmarks.table;

import static io.holdfast.benchmarks.subject.Subject.HOLDFAST;
import static io.holdfast.benchmarks.subject.Subject.REDISSON;

import io.holdfast.benchmarks.work.Load;
import io.holdfast.benchmarks.work.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The rows of the semaphores and of the pool of permits, with the bars of the design. */
final class PermitRows {

  private static final List<Integer> PERMITS = List.of(1, 8);
  private static final List<Integer> THREADS = List.of(8, 64);
  private static final int MANY_THREADS = 64;
  private static final Duration EMPTY = Duration.ZERO;
  private static final Duration SHORT = Duration.ofNanos(20_000);

  private PermitRows() {}

  /** Who gives the permits. */
  private enum Kind {
    SEMAPHORE(Work.ONE_SEMAPHORE, "one semaphore"),
    FAIR_SEMAPHORE(Work.ONE_FAIR_SEMAPHORE, "one fair semaphore"),
    POOL(Work.ONE_PERMIT_POOL, "one pool");

    private final Work work;
    private final String text;

    Kind(Work work, String text) {
      this.work = work;
      this.text = text;
    }
  }

  /** How many JVMs of how many threads each, and how many permits. */
  private record Crowd(int jvms, int threads, int permits) {}

  static List<Row> all() {
    List<Row> rows = new ArrayList<>();
    rows.addAll(numbered("15", Kind.SEMAPHORE, oneJvm(), List.of(EMPTY, SHORT)));
    rows.addAll(numbered("16", Kind.SEMAPHORE, twoJvms(), List.of(EMPTY, SHORT)));
    rows.addAll(numbered("17", Kind.FAIR_SEMAPHORE, oneJvm(), List.of(EMPTY)));
    rows.addAll(numbered("18", Kind.FAIR_SEMAPHORE, twoJvms(), List.of(EMPTY)));
    rows.addAll(numbered("19", Kind.POOL, oneJvm(), List.of(EMPTY, SHORT)));
    rows.addAll(numbered("20", Kind.POOL, twoJvms(), List.of(EMPTY, SHORT)));
    rows.add(new HandOverRow("21a", "semaphore, 1 permit", of -> of.semaphore("ab", 1)));
    rows.add(new HandOverRow("21b", "fair semaphore, 1 permit", of -> of.fairSemaphore("ab", 1)));
    rows.add(new HandOverRow("21c", "pool, 1 permit", of -> of.permitPool("ab", 1)));
    return List.copyOf(rows);
  }

  private static List<Crowd> oneJvm() {
    List<Crowd> crowds = new ArrayList<>();
    for (int permits : PERMITS) {
      for (int threads : THREADS) {
        crowds.add(new Crowd(1, threads, permits));
      }
    }
    return crowds;
  }

  private static List<Crowd> twoJvms() {
    return PERMITS.stream().map(permits -> new Crowd(2, 4, permits)).toList();
  }

  private static List<Row> numbered(
      String number, Kind kind, List<Crowd> crowds, List<Duration> sections) {
    List<Row> rows = new ArrayList<>();
    char letter = 'a';
    for (Crowd crowd : crowds) {
      for (Duration section : sections) {
        rows.add(row(number + letter, kind, crowd, section));
        letter++;
      }
    }
    return rows;
  }

  private static Row row(String id, Kind kind, Crowd crowd, Duration section) {
    return new WorkRow(
        id,
        "%s, %d permit%s, sections of %d µs, %d JVM%s × %d threads"
            .formatted(
                kind.text,
                crowd.permits(),
                crowd.permits() == 1 ? "" : "s",
                section.toNanos() / 1000,
                crowd.jvms(),
                crowd.jvms() == 1 ? "" : "s",
                crowd.threads()),
        List.of(REDISSON, HOLDFAST), // bare has plain locks only
        Load.ofPermits(kind.work, crowd.threads(), crowd.permits(), section),
        crowd.jvms(),
        lines(crowd, bar(kind, crowd, section)));
  }

  /** Nothing is asked of what Redisson does not have, nor where the section is what takes time. */
  private static Optional<Bar> bar(Kind kind, Crowd crowd, Duration section) {
    return kind == Kind.FAIR_SEMAPHORE || !section.isZero()
        ? Optional.empty()
        : Optional.of(Bar.atLeast(crowd.threads() == MANY_THREADS ? 2 : 1.5, REDISSON));
  }

  private static List<Line> lines(Crowd crowd, Optional<Bar> bar) {
    List<Line> lines = new ArrayList<>();
    lines.add(new Line(WorkRow.TURNS, "turns/s", bar));
    lines.add(Line.of(WorkRow.P99, "p99 of the wait, ms"));
    lines.add(Line.of(WorkRow.LONGEST, "longest wait, ms"));
    if (crowd.jvms() > 1) {
      lines.add(Line.of(WorkRow.LEAST_SHARE, "part of the turns of the poorer JVM"));
      lines.add(Line.of(WorkRow.CROSSED, "part of the turns that crossed"));
    }
    lines.add(Line.of(WorkRow.SCRIPTS, "script calls by turn"));
    lines.add(Line.of(WorkRow.MESSAGES, "messages by turn"));
    lines.add(Line.of(WorkRow.CPU, "processor time of the clients by turn, µs"));
    lines.add(Line.of(WorkRow.SERVER_CPU, "processor time of the server by turn, µs"));
    return List.copyOf(lines);
  }
}
