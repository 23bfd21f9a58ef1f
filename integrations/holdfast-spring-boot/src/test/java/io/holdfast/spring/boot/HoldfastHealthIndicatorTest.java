package io.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.holdfast.lock.core.ConnectionStatus;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

class HoldfastHealthIndicatorTest {

  private static final Duration DOWN_AFTER = Duration.ofSeconds(10);

  private final FakeVitals vitals = new FakeVitals("redis://***@host:6379");
  private final HoldfastHealthIndicator indicator =
      new HoldfastHealthIndicator(vitals, DOWN_AFTER, vitals::nanos);

  private Status statusAt(Duration time) {
    vitals.at(time);
    return indicator.health().getStatus();
  }

  @Test
  void health_answerJustNow_isUpWithoutPing() {
    vitals.answeredAt(Duration.ofMillis(500));
    assertThat(statusAt(Duration.ofMillis(900))).isEqualTo(Status.UP);
    assertThat(vitals.pings()).isZero();
  }

  @Test
  void health_idle_isUpByOnePing() {
    vitals.answeredAt(Duration.ZERO);
    assertThat(statusAt(Duration.ofHours(1))).isEqualTo(Status.UP);
    assertThat(vitals.pings()).isOne();
  }

  @Test
  void health_serverSilent_isDownAfterTheTimeAndUpAgain() {
    vitals.answeredAt(Duration.ZERO);
    vitals.answers(false);
    assertThat(statusAt(Duration.ofMillis(9_999))).isEqualTo(Status.UP);
    assertThat(statusAt(Duration.ofSeconds(10))).isEqualTo(Status.DOWN);
    vitals.answers(true);
    assertThat(statusAt(Duration.ofSeconds(11))).isEqualTo(Status.UP);
  }

  @Test
  void health_neverAnswered_isUnknownAndThenDown() {
    vitals.answers(false);
    assertThat(statusAt(Duration.ofSeconds(9))).isEqualTo(Status.UNKNOWN);
    assertThat(statusAt(Duration.ofSeconds(10))).isEqualTo(Status.DOWN);
  }

  @Test
  void health_inboxDead_isUpAndSaysSo() {
    vitals.answeredAt(Duration.ZERO);
    vitals.inbox(ConnectionStatus.State.REOPENING);
    Health health = indicator.health();
    assertThat(health.getStatus()).isEqualTo(Status.UP);
    assertThat(health.getDetails()).containsEntry("inbox", "reopening for 2300 ms");
  }

  @Test
  void health_details_areThoseOfTheStatus() {
    vitals.answeredAt(Duration.ZERO);
    vitals.at(Duration.ofMillis(7));
    assertThat(indicator.health().getDetails())
        .containsExactly(
            entry("server", "redis://***@host:6379"),
            entry("mode", "standalone"),
            entry("commands", "up"),
            entry("inbox", "up"),
            entry("lastAnswerMs", 7L),
            entry("held", 2),
            entry("waiting", 3),
            entry("clientLabel", "web-3/4711"),
            entry("keyPrefix", "holdfast"));
  }
}
