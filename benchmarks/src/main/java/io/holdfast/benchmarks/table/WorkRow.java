package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.benchmarks.work.Work;
import io.holdfast.benchmarks.work.Workers;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * JVMs work for a time.
 *
 * @param id of the row
 * @param work for people
 * @param subjects who works
 * @param kind what they do
 * @param jvms how many JVMs
 * @param threads in each JVM
 * @param lines what is told
 */
record WorkRow(
    String id,
    String work,
    List<Subject> subjects,
    Work kind,
    int jvms,
    int threads,
    List<Line> lines)
    implements Row {

  static final String TURNS = "turnsPerSecond";
  static final String P99 = "waitP99Millis";
  static final String LONGEST = "waitLongestMillis";
  static final String LEAST_SHARE = "leastShare";
  static final String CROSSED = "crossed";
  static final String CPU = "cpuMicrosPerTurn";

  @Override
  public boolean isTimed() {
    return true;
  }

  @Override
  public Sample sample(Bench bench, Subject subject, Duration time) throws InterruptedException {
    String name = "%s-%s-%s-".formatted(bench.namePrefix(), id, subject.label());
    Workers.Outcome outcome = bench.workers().run(subject, kind, jvms, threads, name, time);
    return new Sample(
        Map.of(
            TURNS, outcome.perSecond(),
            P99, outcome.p99Millis(),
            LONGEST, outcome.longestMillis(),
            LEAST_SHARE, outcome.leastShare(),
            CROSSED, outcome.crossed(),
            CPU, outcome.cpuMicros()));
  }
}
