package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.benchmarks.work.Load;
import io.holdfast.benchmarks.work.Work;
import io.holdfast.benchmarks.work.Workers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One thread locks and unlocks a lock of a quorum, first while all nodes are well, then while two
 * are not: how much longer a pair takes. Both times are those of all pairs, also of the one that
 * the end of the time cuts through.
 *
 * @param id of the row
 * @param ailment what becomes of the two
 */
record AilingRow(String id, Ailment ailment) implements Row {

  /** Neither the first node nor the last, which one who asks them in turn might never come to. */
  private static final List<Integer> AILING = List.of(1, 3);

  private static final Load LOAD = Load.of(Work.ONE_LOCK, 1);
  private static final Duration BURST = Duration.ofMillis(100);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  static final String RATIO = "pairByHealthyPair";
  static final String HEALTHY = "healthyPairMillis";
  static final String PAIR = "pairMillis";

  @Override
  public String work() {
    return "a free pair of a quorum, 1 thread, %d of %d nodes %s"
        .formatted(AILING.size(), Nodes.COUNT, ailment.text());
  }

  @Override
  public List<Subject> subjects() {
    return List.of(Subject.REDISSON, Subject.HOLDFAST);
  }

  @Override
  public List<Line> lines() {
    return List.of(
        Line.of(RATIO, "time of a pair, by that while all are well", Bar.atMost(1.3)),
        Line.of(HEALTHY, "time of a pair while all are well, ms"),
        Line.of(PAIR, "time of a pair, ms"),
        Line.of(WorkRow.LONGEST, "longest wait, ms"));
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
  public int parts() {
    return 2;
  }

  @Override
  public Duration setUp() {
    return Nodes.SET_UP;
  }

  @Override
  public Sample sample(Bench bench, Subject subject, Duration time) throws InterruptedException {
    Run run = new Run(bench, subject);
    run.awaitAllAreWell();
    Workers.Outcome healthy = run.pairs(time);
    List<Runnable> healing = new ArrayList<>();
    Workers.Outcome ailing;
    try {
      AILING.forEach(index -> healing.add(ailment.befall(bench.nodes().masters(), index)));
      ailing = run.pairs(time);
    } finally {
      healing.forEach(Runnable::run);
    }
    return new Sample(
        Map.of(
            RATIO,
            pairMillis(ailing) / pairMillis(healthy),
            HEALTHY,
            pairMillis(healthy),
            PAIR,
            pairMillis(ailing),
            WorkRow.LONGEST,
            ailing.waits().longestMillis()));
  }

  static double pairMillis(Workers.Outcome outcome) {
    return outcome.lastedMillis() / outcome.turns();
  }

  /** All go by the proxies if one ailment needs them, so that the healthy time has them too. */
  private Workers workers(Nodes nodes) {
    return ailment == Ailment.SLOW ? nodes.byProxy() : nodes.direct();
  }

  private final class Run {

    private final Bench bench;
    private final Subject subject;

    Run(Bench bench, Subject subject) {
      this.bench = bench;
      this.subject = subject;
    }

    /** Each time with another lock: what is asked of a frozen node may be done when it thaws. */
    Workers.Outcome pairs(Duration time) throws InterruptedException {
      String name =
          "%s-%s-%s-%d".formatted(bench.namePrefix(), id, subject.label(), System.nanoTime());
      return workers(bench.nodes()).run(subject, LOAD, 1, name, time);
    }

    /** Until in every pair each node is asked, after what the last sample did to them. */
    void awaitAllAreWell() throws InterruptedException {
      long from = System.nanoTime();
      while (!allTakePart()) {
        if (System.nanoTime() - from > PATIENCE.toNanos()) {
          throw new IllegalStateException(
              "%s: not all nodes take part after %d ms".formatted(subject, PATIENCE.toMillis()));
        }
      }
    }

    private boolean allTakePart() throws InterruptedException {
      List<ServerUse> before = bench.nodes().use();
      long turns = pairs(BURST).turns();
      List<ServerUse> after = bench.nodes().use();
      for (int i = 0; i < Nodes.COUNT; i++) {
        if (after.get(i).since(before.get(i)).calls().scripts() < 2 * turns) {
          return false;
        }
      }
      return true;
    }
  }
}
