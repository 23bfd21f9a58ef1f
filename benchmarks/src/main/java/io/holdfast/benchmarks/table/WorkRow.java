package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.benchmarks.work.Load;
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
 * @param load what each JVM does
 * @param jvms how many JVMs
 * @param lines what is told
 */
record WorkRow(
    String id, String work, List<Subject> subjects, Load load, int jvms, List<Line> lines)
    implements Row {

  static final String TURNS = "turnsPerSecond";
  static final String P50 = "waitP50Millis";
  static final String P90 = "waitP90Millis";
  static final String P99 = "waitP99Millis";
  static final String P999 = "waitP999Millis";
  static final String P9999 = "waitP9999Millis";
  static final String LONGEST = "waitLongestMillis";
  static final String WRITE_P99 = "writeWaitP99Millis";
  static final String WRITE_LONGEST = "writeWaitLongestMillis";
  static final String JAIN = "jain";
  static final String LEAST_SHARE = "leastShare";
  static final String CROSSED = "crossed";
  static final String CROSSINGS = "crossingsPerSecond";
  static final String CPU = "cpuMicrosPerTurn";
  static final String BYTES = "bytesPerTurn";
  static final String SERVER_CPU = "serverCpuMicrosPerTurn";
  static final String SCRIPTS = "scriptsPerTurn";
  static final String MESSAGES = "messagesPerTurn";

  /** The same work, done by these. */
  WorkRow of(List<Subject> others) {
    return new WorkRow(id, work, others, load, jvms, lines);
  }

  @Override
  public boolean isTimed() {
    return true;
  }

  @Override
  public Duration setUp() {
    return Row.super.setUp().multipliedBy(jvms);
  }

  @Override
  public Sample sample(Bench bench, Subject subject, Duration time) throws InterruptedException {
    String name = "%s-%s-%s-".formatted(bench.namePrefix(), id, subject.label());
    ServerUse before = ServerUse.of(bench.server());
    Workers.Outcome outcome = bench.workers().run(subject, load, jvms, name, time);
    return new Sample(metrics(outcome, List.of(ServerUse.of(bench.server()).since(before))));
  }

  /** What is told of all work: by turn, of all these servers together. */
  static Map<String, Double> metrics(Workers.Outcome outcome, List<ServerUse> servers) {
    long turns = Math.max(1, outcome.turns());
    double serverCpu = servers.stream().mapToDouble(ServerUse::cpuSeconds).sum();
    long scripts = servers.stream().mapToLong(use -> use.calls().scripts()).sum();
    long messages = servers.stream().mapToLong(use -> use.calls().messages()).sum();
    return Map.ofEntries(
        Map.entry(TURNS, outcome.perSecond()),
        Map.entry(P50, outcome.waits().millisAt(50)),
        Map.entry(P90, outcome.waits().millisAt(90)),
        Map.entry(P99, outcome.waits().millisAt(99)),
        Map.entry(P999, outcome.waits().millisAt(99.9)),
        Map.entry(P9999, outcome.waits().millisAt(99.99)),
        Map.entry(LONGEST, outcome.waits().longestMillis()),
        Map.entry(WRITE_P99, outcome.writeWaits().millisAt(99)),
        Map.entry(WRITE_LONGEST, outcome.writeWaits().longestMillis()),
        Map.entry(JAIN, outcome.jain()),
        Map.entry(LEAST_SHARE, outcome.leastShare()),
        Map.entry(CROSSED, outcome.crossed()),
        Map.entry(CROSSINGS, outcome.perSecond() * outcome.crossed()),
        Map.entry(CPU, outcome.cpuMicros()),
        Map.entry(BYTES, outcome.bytesPerTurn()),
        Map.entry(SERVER_CPU, serverCpu * 1e6 / turns),
        Map.entry(SCRIPTS, (double) scripts / turns),
        Map.entry(MESSAGES, (double) messages / turns));
  }
}
