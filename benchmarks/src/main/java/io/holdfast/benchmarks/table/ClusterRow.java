package io.holdfast.benchmarks.table;

import static io.holdfast.benchmarks.subject.Subject.HOLDFAST;
import static io.holdfast.benchmarks.subject.Subject.REDISSON;

import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.benchmarks.work.Load;
import io.holdfast.benchmarks.work.Workers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * JVMs work for a time with a Redis Cluster. Besides what is told of all work: the published
 * messages that nodes sent to each other, and the processor time of all nodes without what they use
 * by themselves.
 *
 * @param id of the row
 * @param work for people
 * @param masters of the cluster
 * @param beside so many masters of another cluster, with which each sample is measured, too, if
 *     that is told
 * @param load what each JVM does
 * @param jvms how many JVMs
 * @param lines what is told
 */
record ClusterRow(
    String id, String work, int masters, int beside, Load load, int jvms, List<Line> lines)
    implements Row {

  static final String BUS = "busMessagesPerTurn";
  static final String NODES_CPU = "nodesCpuMicrosPerTurn";
  static final String TURNS_BY_ALONE = "turnsByTurnsOfASingleServer";
  static final String NODES_CPU_BESIDE = "nodesCpuByNodesCpuBeside";

  @Override
  public List<Subject> subjects() {
    return List.of(REDISSON, HOLDFAST);
  }

  @Override
  public boolean isTimed() {
    return true;
  }

  @Override
  public int parts() {
    return tells(TURNS_BY_ALONE) || tells(NODES_CPU_BESIDE) ? 2 : 1;
  }

  @Override
  public Duration setUp() {
    return Clusters.SET_UP;
  }

  @Override
  public Sample sample(Bench bench, Subject subject, Duration time) throws InterruptedException {
    String name = "%s-%s-%s-".formatted(bench.namePrefix(), id, subject.label());
    Map<String, Double> metrics = inCluster(bench, masters, subject, name, time);
    if (tells(TURNS_BY_ALONE)) {
      Map<String, Double> alone =
          WorkRow.metrics(bench.workers().run(subject, load, jvms, name, time), List.of());
      metrics.put(TURNS_BY_ALONE, quotient(metrics, alone, WorkRow.TURNS));
    }
    if (tells(NODES_CPU_BESIDE)) {
      Map<String, Double> other = inCluster(bench, beside, subject, name, time);
      metrics.put(NODES_CPU_BESIDE, quotient(metrics, other, NODES_CPU));
    }
    return new Sample(metrics);
  }

  private boolean tells(String metric) {
    return lines.stream().anyMatch(line -> line.metric().equals(metric));
  }

  private static double quotient(
      Map<String, Double> one, Map<String, Double> other, String metric) {
    return one.getOrDefault(metric, 0.0) / Math.max(1e-3, other.getOrDefault(metric, 0.0));
  }

  private Map<String, Double> inCluster(
      Bench bench, int number, Subject subject, String name, Duration time)
      throws InterruptedException {
    Clusters.Started cluster = bench.clusters().of(number);
    Clusters.Use before = cluster.use();
    Workers.Outcome outcome = cluster.workers().run(subject, load, jvms, name, time);
    Clusters.Use after = cluster.use();
    double seconds = (after.atNanos() - before.atNanos()) / 1e9;
    double cpu = after.cpuSeconds() - before.cpuSeconds() - cluster.idleCpu() * seconds;
    long turns = Math.max(1, outcome.turns());
    Map<String, Double> metrics = new HashMap<>(WorkRow.metrics(outcome, after.since(before)));
    metrics.put(BUS, (double) (after.busMessages() - before.busMessages()) / turns);
    metrics.put(NODES_CPU, Math.max(0, cpu) * 1e6 / turns);
    return metrics;
  }
}
