package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.benchmarks.work.Load;
import io.holdfast.benchmarks.work.Workers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * JVMs work for a time, with locks that a majority of {@value Nodes#COUNT} servers grants. Besides
 * what is told of all work: how many rounds of votes were lost.
 *
 * @param id of the row
 * @param work for people
 * @param load what each JVM does
 * @param jvms how many JVMs
 * @param lines what is told
 */
record QuorumRow(String id, String work, Load load, int jvms, List<Line> lines) implements Row {

  static final String LOST = "lostRounds";

  @Override
  public List<Subject> subjects() {
    return List.of(Subject.REDISSON, Subject.HOLDFAST);
  }

  @Override
  public boolean isTimed() {
    return true;
  }

  @Override
  public Duration leastWarmUp() {
    return Nodes.WARM_UP;
  }

  @Override
  public Duration setUp() {
    return Nodes.SET_UP;
  }

  @Override
  public Sample sample(Bench bench, Subject subject, Duration time) throws InterruptedException {
    String name = "%s-%s-%s-".formatted(bench.namePrefix(), id, subject.label());
    List<ServerUse> before = bench.nodes().use();
    Workers.Outcome outcome = bench.nodes().direct().run(subject, load, jvms, name, time);
    List<ServerUse> after = bench.nodes().use();
    List<ServerUse> used = new ArrayList<>();
    for (int i = 0; i < Nodes.COUNT; i++) {
      used.add(after.get(i).since(before.get(i)));
    }
    Map<String, Double> metrics = new HashMap<>(WorkRow.metrics(outcome, used));
    metrics.put(LOST, lostShare(subject, outcome, used));
    return new Sample(metrics);
  }

  /**
   * What part of the rounds of votes found no majority. At Redisson every turn is a round that was
   * won, and those that were lost have been counted. At Holdfast who has won a round draws tokens,
   * and may pass them on within the JVM; every round asks all nodes, and one node is asked besides
   * where to queue, so that the rounds are what that node was asked that was asked least.
   */
  static double lostShare(Subject subject, Workers.Outcome outcome, List<ServerUse> servers) {
    if (subject == Subject.HOLDFAST) {
      long rounds = servers.stream().mapToLong(ServerUse::questions).min().orElse(0);
      // A question may be counted after the majority's answers.
      return (double) Math.max(0, rounds - outcome.draws()) / Math.max(1, rounds);
    }
    long lost = outcome.lostRounds();
    return (double) lost / Math.max(1, lost + outcome.turns());
  }
}
