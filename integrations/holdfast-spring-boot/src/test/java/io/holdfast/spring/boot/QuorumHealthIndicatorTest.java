package io.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.ClientStatus;
import io.holdfast.lock.core.ConnectionStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/** The health of three nodes without servers; time passes as told. */
class QuorumHealthIndicatorTest {

  private static final Duration DOWN_AFTER = Duration.ofSeconds(10);

  private final List<FakeVitals> nodes =
      Stream.of("a", "b", "c").map(host -> new FakeVitals("redis://***@" + host + ":1")).toList();
  private final QuorumHealthIndicator indicator =
      new QuorumHealthIndicator(List.<Vitals>copyOf(nodes), DOWN_AFTER, () -> nodes.get(0).nanos());

  private Health healthAt(Duration time) {
    nodes.forEach(node -> node.at(time));
    return indicator.health();
  }

  private Status statusAt(Duration time) {
    return healthAt(time).getStatus();
  }

  private void silence(int... indexes) {
    for (int index : indexes) {
      nodes.get(index).answers(false);
    }
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> nodes(Health health) {
    return (List<Map<String, Object>>) health.getDetails().get("nodes");
  }

  @Test
  void health_idle_isUpByOnePingOfEach() {
    nodes.forEach(node -> node.answeredAt(Duration.ZERO));
    assertThat(statusAt(Duration.ofHours(1))).isEqualTo(Status.UP);
    assertThat(nodes).allSatisfy(node -> assertThat(node.pings()).isOne());
  }

  /** Asked one after the other, the first would have to be given up for the last to be asked. */
  @Test
  void health_idle_asksAllAtTheSameTime() {
    CompletableFuture<Void> isLastAsked = new CompletableFuture<>();
    nodes.get(0).answersAfter(isLastAsked);
    nodes.get(1).answersAfter(isLastAsked);
    QuorumHealthIndicator patient =
        new QuorumHealthIndicator(
            List.of(nodes.get(0), nodes.get(1), telling(nodes.get(2), isLastAsked)),
            Duration.ofHours(1), // for how long it would wait for the first
            () -> nodes.get(0).nanos());
    nodes.forEach(node -> node.answeredAt(Duration.ZERO).at(Duration.ofMinutes(1)));

    assertThat(patient.health().getStatus()).isEqualTo(Status.UP);
    assertThat(nodes).allSatisfy(node -> assertThat(node.pings()).isOne());
  }

  /** The same node, and this is completed when it is asked. */
  private static Vitals telling(FakeVitals node, CompletableFuture<Void> isAsked) {
    return new Vitals() {
      @Override
      public ClientStatus status() {
        return node.status();
      }

      @Override
      public CompletableFuture<Duration> ping() {
        isAsked.complete(null);
        return node.ping();
      }
    };
  }

  @Test
  void health_answersJustNow_isUpWithoutPing() {
    nodes.forEach(node -> node.answeredAt(Duration.ofMillis(500)));
    assertThat(statusAt(Duration.ofMillis(900))).isEqualTo(Status.UP);
    assertThat(nodes).allSatisfy(node -> assertThat(node.pings()).isZero());
  }

  @Test
  void health_oneNodeSilentForLong_isUpAndSaysWhich() {
    nodes.forEach(node -> node.answeredAt(Duration.ZERO));
    silence(1);
    Health health = healthAt(Duration.ofHours(1));
    assertThat(health.getStatus()).isEqualTo(Status.UP);
    assertThat(health.getDetails()).containsEntry("majority", 2).containsEntry("up", 2L);
    assertThat(nodes(health))
        .extracting(node -> node.get("state"))
        .containsExactly("up", "down", "up");
  }

  @Test
  void health_majoritySilent_isDownAfterTheTimeAndUpAgain() {
    nodes.forEach(node -> node.answeredAt(Duration.ZERO));
    silence(0);
    assertThat(statusAt(Duration.ofSeconds(5))).isEqualTo(Status.UP); // b and c answer
    silence(1);
    assertThat(statusAt(Duration.ofMillis(14_999))).isEqualTo(Status.UP);
    assertThat(statusAt(Duration.ofSeconds(15))).isEqualTo(Status.DOWN);
    nodes.get(0).answers(true);
    assertThat(statusAt(Duration.ofSeconds(16))).isEqualTo(Status.UP);
  }

  @Test
  void health_majorityNeverAnswered_isUnknownAndThenDown() {
    silence(1, 2);
    assertThat(statusAt(Duration.ofMillis(9_999))).isEqualTo(Status.UNKNOWN);
    assertThat(statusAt(Duration.ofSeconds(10))).isEqualTo(Status.DOWN);
  }

  @Test
  void health_oneNodeNeverAnswered_isUp() {
    silence(2);
    Health health = healthAt(Duration.ofSeconds(1));
    assertThat(health.getStatus()).isEqualTo(Status.UP);
    assertThat(nodes(health).get(2))
        .containsEntry("state", "unknown")
        .doesNotContainKey("lastAnswerMs");
  }

  @Test
  void health_details_nameEachNodeAndItsConnections() {
    nodes.forEach(node -> node.answeredAt(Duration.ZERO));
    nodes.get(2).inbox(ConnectionStatus.State.REOPENING);
    Health health = healthAt(Duration.ofMillis(7));
    assertThat(nodes(health))
        .containsExactly(
            Map.of(
                "server", "redis://***@a:1",
                "state", "up",
                "commands", "up",
                "inbox", "up",
                "lastAnswerMs", 7L),
            Map.of(
                "server", "redis://***@b:1",
                "state", "up",
                "commands", "up",
                "inbox", "up",
                "lastAnswerMs", 7L),
            Map.of(
                "server", "redis://***@c:1",
                "state", "up",
                "commands", "up",
                "inbox", "reopening for 2300 ms",
                "lastAnswerMs", 7L));
  }
}
