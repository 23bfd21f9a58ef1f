package io.holdfast.lock.semaphore;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedCountDownLatch;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The keys of a latch at the server; its contract has suites of its own. */
@ExtendWith(RedisServerExtension.class)
class LatchIT {

  @Test
  void latch_countedDownByTwoClients_letsAllGoOn(@FreshServer RedisServer server) throws Exception {
    try (HoldfastClient one = HoldfastClient.connect(server.uri());
        HoldfastClient two = HoldfastClient.connect(server.uri())) {
      DistributedCountDownLatch here = new Semaphores(one).latch("ab", 2);
      DistributedCountDownLatch there = new Semaphores(two).latch("ab", 2);
      assertThat(here.getCount()).isEqualTo(2);
      CompletableFuture<Void> a = here.awaitAsync();
      CompletableFuture<Void> b = here.awaitAsync();
      CompletableFuture<Void> c = there.awaitAsync();
      eventually()
          .expect(
              "both clients wait",
              () -> server.admin().number("ZCOUNT", "holdfast:latchq:{ab}", "(0", "+inf"),
              tickets -> tickets == 2);
      here.countDown();
      assertThat(there.await(10, MILLISECONDS)).isFalse();
      assertThat(a).isNotDone();
      there.countDown();
      assertThat(there.await(Duration.ZERO)).isTrue();
      for (CompletableFuture<Void> each : java.util.List.of(a, b, c)) {
        each.get(60, SECONDS);
      }
      here.await();
      assertThat(here.getCount()).isZero();
      here.countDown();
      assertThat(here.getCount()).isZero();
      assertThat(server.admin().number("PTTL", "holdfast:latch:{ab}"))
          .isBetween(86_000_000L, 86_400_000L);
      assertThat(here.delete()).isTrue();
      assertThat(there.getCount()).isEqualTo(2);
    }
  }
}
