package io.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Hold;
import io.holdfast.lock.redlock.RedLocks;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.micrometer.HoldfastMetrics;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The meters of an application with a quorum alone. */
class QuorumMetersIT {

  private final MeterRegistry registry = new SimpleMeterRegistry();

  private @Nullable Gauge held() {
    return registry.find("holdfast.held").tags("kind", "quorum", "client", "till").gauge();
  }

  @Test
  void meters_ofAQuorum_haveTimersAtOnceAndSumsOnceTheyAreBound() {
    try (RedisServer a = RedisServer.start();
        RedisServer b = RedisServer.start();
        RedisServer c = RedisServer.start()) {
      Contexts.bare()
          .withBean(MeterRegistry.class, () -> registry)
          .withPropertyValues(
              "holdfast.quorum.nodes=" + String.join(",", a.uri(), b.uri(), c.uri()),
              "holdfast.quorum.quarantine=false",
              "holdfast.client-label=till")
          .run(
              context -> {
                RedLocks locks = context.getBean(RedLocks.class);
                try (Hold hold = locks.get("order:48").acquire()) {
                  assertThat(
                          registry
                              .get("holdfast.acquire")
                              .tags("kind", "quorum", "lock", "order", "outcome", "acquired")
                              .timer()
                              .count())
                      .isOne();
                  assertThat(held()).isNull();

                  context.getBean(HoldfastMetrics.class).bind("till", locks::statistics);

                  assertThat(hold.isValid()).isTrue();
                  assertThat(held().value()).isOne();
                }
              });
    }
  }
}
