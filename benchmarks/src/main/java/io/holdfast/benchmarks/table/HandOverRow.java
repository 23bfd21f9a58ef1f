package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.LockSubject;
import io.holdfast.benchmarks.subject.PermitHandle;
import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Counts what the server is asked for one hand-over while W clients wait, on a server of its own,
 * and how many clients get a message by it. The clients are in one JVM, but know nothing of each
 * other. The median of some hand-overs, as now and then a waiter asks of its own accord.
 *
 * @param id of the row
 * @param what is handed over, for people
 * @param handle that of a client: one at a time has it
 */
record HandOverRow(String id, String what, Function<LockSubject, PermitHandle> handle)
    implements Row {

  private static final List<Integer> WAITING = List.of(1, 4, 8);
  private static final int HAND_OVERS = 7;
  private static final String SCRIPTS = "scripts";
  private static final String MESSAGES = "messages";
  private static final String RECEIVED = "received";
  private static final List<String> COUNTED = List.of(SCRIPTS, MESSAGES, RECEIVED);
  private static final String GROWTH = "Growth";

  @Override
  public String work() {
    return what + ": hand-over while W clients wait";
  }

  @Override
  public List<Subject> subjects() {
    return List.of(Subject.REDISSON, Subject.HOLDFAST);
  }

  @Override
  public List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    for (String counted : COUNTED) {
      for (int waiting : WAITING) {
        lines.add(Line.of(counted + waiting, "%s, W = %d".formatted(counted, waiting)));
      }
      lines.add(Line.of(counted + GROWTH, counted + ", W = 8 by W = 1", Bar.atMost(1)));
    }
    return lines;
  }

  @Override
  public boolean isTimed() {
    return false;
  }

  @Override
  public Sample sample(Bench bench, Subject subject, Duration time) throws InterruptedException {
    Map<String, Double> metrics = new HashMap<>();
    try (RedisServer server = RedisServer.start();
        WaitingLine line = new WaitingLine(server, subject, handle)) {
      for (int waiting : WAITING) {
        line.growTo(waiting);
        List<WaitingLine.Cost> costs = new ArrayList<>();
        for (int i = 0; i < HAND_OVERS; i++) {
          costs.add(line.handOver());
        }
        metrics.put(SCRIPTS + waiting, median(costs, WaitingLine.Cost::scripts));
        metrics.put(MESSAGES + waiting, median(costs, WaitingLine.Cost::messages));
        metrics.put(RECEIVED + waiting, median(costs, WaitingLine.Cost::received));
      }
    }
    for (String counted : COUNTED) {
      Sample sample = new Sample(metrics);
      metrics.put(counted + GROWTH, sample.get(counted + 8) / sample.get(counted + 1));
    }
    return new Sample(metrics);
  }

  private static double median(
      List<WaitingLine.Cost> costs, ToDoubleFunction<WaitingLine.Cost> of) {
    return Interval.of(costs.stream().mapToDouble(of).boxed().toList()).median();
  }
}
