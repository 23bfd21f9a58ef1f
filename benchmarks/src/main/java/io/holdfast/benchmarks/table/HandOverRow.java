package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts what the server is asked for one hand-over while W clients wait, on a server of its own.
 * The clients are in one JVM, but know nothing of each other. The median of some hand-overs, as now
 * and then a waiter asks of its own accord.
 *
 * @param id of the row
 */
record HandOverRow(String id) implements Row {

  private static final List<Integer> WAITING = List.of(1, 4, 8);
  private static final int HAND_OVERS = 7;
  private static final String SCRIPTS = "scripts";
  private static final String MESSAGES = "messages";
  private static final String GROWTH = "Growth";

  @Override
  public String work() {
    return "hand-over while W clients wait";
  }

  @Override
  public List<Subject> subjects() {
    return List.of(Subject.REDISSON, Subject.HOLDFAST);
  }

  @Override
  public List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    for (String what : List.of(SCRIPTS, MESSAGES)) {
      for (int waiting : WAITING) {
        lines.add(Line.of(what + waiting, "%s, W = %d".formatted(what, waiting)));
      }
      lines.add(Line.of(what + GROWTH, what + ", W = 8 by W = 1", Bar.atMost(1)));
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
        WaitingLine line = new WaitingLine(server, subject)) {
      for (int waiting : WAITING) {
        line.growTo(waiting);
        List<Double> scripts = new ArrayList<>();
        List<Double> messages = new ArrayList<>();
        for (int i = 0; i < HAND_OVERS; i++) {
          Quiet.Counts counts = line.handOver();
          scripts.add((double) counts.scripts());
          messages.add((double) counts.messages());
        }
        metrics.put(SCRIPTS + waiting, Interval.of(scripts).median());
        metrics.put(MESSAGES + waiting, Interval.of(messages).median());
      }
    }
    for (String what : List.of(SCRIPTS, MESSAGES)) {
      Sample counted = new Sample(metrics);
      metrics.put(what + GROWTH, counted.get(what + 8) / counted.get(what + 1));
    }
    return new Sample(metrics);
  }
}
