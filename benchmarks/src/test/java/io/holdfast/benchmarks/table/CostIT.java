package io.holdfast.benchmarks.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Costs of a few, for a moment; how much says nothing. */
@ExtendWith(RedisServerExtension.class)
class CostIT {

  private static final Duration LEASE = Duration.ofSeconds(3);

  /** These JVMs end before the second compiler pays off. */
  private static final List<String> BRIEF = List.of("-XX:TieredStopAtLevel=1");

  private static final List<Subject> HOLDFAST = List.of(Subject.HOLDFAST);
  private static final List<Subject> BOTH = List.of(Subject.REDISSON, Subject.HOLDFAST);

  @Test
  void cost_ofHolds_tellsThatNoneIsLostAndThatAllAreRenewed() throws Exception {
    for (CostPoint point : measure(CostOver.HOLDS, 200, Duration.ofSeconds(2))) {
      assertThat(point.metrics().get(Cost.LOST)).containsExactly(0.0);
      assertThat(number(point, Cost.COMMANDS)).isPositive();
      assertThat(number(point, Cost.SERVER_COMMANDS)).isGreaterThan(100); // 200 in each second
      assertThat(number(point, Cost.CPU)).isPositive();
      assertThat(number(point, Cost.HEAP)).isBetween(50.0, 50_000.0);
    }
  }

  @Test
  void cost_ofWaiters_tellsWhatEachTakes() throws Exception {
    for (CostPoint point : measure(CostOver.WAITERS, 100, Duration.ofMillis(500))) {
      assertThat(number(point, Cost.HEAP)).isBetween(50.0, 50_000.0);
      assertThat(number(point, Cost.COMMANDS)).isNotNegative();
    }
  }

  @Test
  void cost_ofClients_tellsTheirThreadsAndConnections() throws Exception {
    for (CostPoint point : measure(CostOver.CLIENTS, 2, Duration.ofMillis(500))) {
      boolean isOurs = point.subject() == Subject.HOLDFAST;
      assertThat(number(point, Cost.CONNECTIONS))
          .isBetween(isOurs ? 2.0 : 24.0, isOurs ? 2.0 : 100.0);
      assertThat(number(point, Cost.THREADS)).isBetween(2.0, isOurs ? 30.0 : 200.0);
    }
  }

  @Test
  void cost_ofIdleClients_tellsTheirConnectionsAndWhatTheServerKeepsOfEach() throws Exception {
    for (CostPoint point : measure(CostOver.IDLE, 3, Duration.ofMillis(500))) {
      boolean isOurs = point.subject() == Subject.HOLDFAST;
      assertThat(number(point, Cost.CONNECTIONS))
          .isBetween(isOurs ? 6.0 : 72.0, isOurs ? 6.0 : 300.0);
      assertThat(number(point, Cost.SERVER_MEMORY)).isBetween(1_000.0, 10_000_000.0);
    }
  }

  @Test
  void cost_ofNames_tellsWhatTheServerKeepsOfEach() throws Exception {
    CostPoint point = measure(CostOver.NAMES, 5000, Duration.ofMillis(500), HOLDFAST).get(0);

    assertThat(number(point, Cost.SERVER_MEMORY)).as("nobody waited").isBetween(-100.0, 100.0);
  }

  @Test
  void cost_ofSlots_tellsThatAllOfAMasterHaveOneConnection() throws Exception {
    CostPoint point = measure(CostOver.SLOTS, 100, Duration.ofMillis(500), HOLDFAST).get(0);

    assertThat(number(point, Cost.CONNECTIONS)).isBetween(3.0, 5.0);
    assertThat(number(point, Cost.SERVER_MEMORY)).isBetween(100.0, 20_000.0);
  }

  private static List<CostPoint> measure(CostOver over, int x, Duration time) throws Exception {
    return measure(over, x, time, BOTH);
  }

  private static List<CostPoint> measure(
      CostOver over, int x, Duration time, List<Subject> subjects) throws Exception {
    Cost cost = new Cost(over, List.of(x), subjects, LEASE, time, 1, BRIEF);
    List<CostPoint> points =
        new CostRun(cost, new PrintStream(PrintStream.nullOutputStream())).measure();
    assertThat(points).extracting(CostPoint::subject).containsExactlyElementsOf(subjects);
    return points;
  }

  private static double number(CostPoint point, String metric) {
    return point.interval(metric).orElseThrow().median();
  }
}
