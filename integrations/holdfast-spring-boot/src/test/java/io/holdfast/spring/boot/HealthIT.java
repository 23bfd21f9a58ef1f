package io.holdfast.spring.boot;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Hold;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/** The health of a client whose server freezes, and of a quorum whose nodes do. */
class HealthIT {

  @Test
  void health_serverFrozenAndThawed_isDownAndUpAgain() {
    try (RedisServer server = RedisServer.builder().password("sesame").start()) {
      Contexts.runner()
          .withPropertyValues(
              "holdfast.url=" + server.uri(),
              "holdfast.password=sesame",
              "holdfast.connect=eager",
              "holdfast.command-timeout=200ms",
              "holdfast.health.down-after=2s")
          .run(
              context -> {
                HoldfastHealthIndicator indicator = context.getBean(HoldfastHealthIndicator.class);
                try (Hold hold = context.getBean(HoldfastClient.class).lock("till-1").acquire()) {
                  assertThat(hold.isValid()).isTrue();
                  Health health = indicator.health();
                  assertThat(health.getStatus()).isEqualTo(Status.UP);
                  assertThat(health.getDetails())
                      .containsEntry("held", 1)
                      .containsEntry("server", "redis://***@127.0.0.1:" + server.port())
                      .containsKeys(
                          "mode", "commands", "inbox", "lastAnswerMs", "waiting", "clientLabel");
                  assertThat(health.toString()).doesNotContain("till-1", "sesame");
                }
                server.freeze();
                eventually()
                    .expect("DOWN", () -> indicator.health().getStatus(), Status.DOWN::equals);
                server.thaw();
                eventually().expect("UP", () -> indicator.health().getStatus(), Status.UP::equals);
              });
    }
  }

  @Test
  void health_majorityOfAQuorumFrozenAndThawed_isDownAndUpAgain() {
    try (RedisServer a = RedisServer.builder().password("sesame").start();
        RedisServer b = RedisServer.builder().password("sesame").start();
        RedisServer c = RedisServer.builder().password("sesame").start()) {
      Contexts.bare()
          .withPropertyValues(
              "holdfast.quorum.nodes=" + String.join(",", a.uri(), b.uri(), c.uri()),
              "holdfast.command-timeout=200ms",
              "holdfast.health.down-after=2s")
          .run(
              context -> {
                QuorumHealthIndicator indicator = context.getBean(QuorumHealthIndicator.class);
                eventually().expect("UP", () -> indicator.health().getStatus(), Status.UP::equals);
                a.freeze();
                b.freeze();
                eventually()
                    .expect("DOWN", () -> indicator.health().getStatus(), Status.DOWN::equals);
                assertThat(indicator.health().toString())
                    .contains("redis://***@127.0.0.1:" + c.port())
                    .doesNotContain("sesame");
                a.thaw();
                eventually().expect("UP", () -> indicator.health().getStatus(), Status.UP::equals);
                b.thaw();
              });
    }
  }
}
