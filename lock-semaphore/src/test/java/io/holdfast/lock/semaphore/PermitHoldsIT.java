package io.holdfast.lock.semaphore;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.HeldLock;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.Permit;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.TestServer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a client reports of its pools, semaphores and latches. */
@ExtendWith(RedisServerExtension.class)
class PermitHoldsIT {

  @Test
  void holds_ofAPool_areToldWithHowManyPermits(TestServer server) throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      Semaphores semaphores = new Semaphores(client);
      Permit two = semaphores.pool("gpu", 3).acquire(2);
      CompletableFuture<Permit> waiting =
          semaphores.pool("gpu", 3).acquireAsync(2, AcquireOptions.defaults());
      assertThat(client.holds())
          .singleElement()
          .satisfies(
              held -> {
                assertThat(held.kind()).isEqualTo(LockKind.POOL);
                assertThat(held.lockName()).isEqualTo("gpu");
                assertThat(held.token()).isEqualTo(two.token());
                assertThat(held.permits()).isEqualTo(2);
              });
      assertThat(client.status().waiters()).isEqualTo(1);
      two.close();
      Permit next = waiting.get(60, TimeUnit.SECONDS);
      assertThat(client.holds()).extracting(HeldLock::token).containsExactly(next.token());
      next.close();
      assertThat(client.holds()).isEmpty();
    }
  }

  @Test
  void holds_ofWhatNobodyOwns_areNoneButWhoWaitsIsCounted(TestServer server) throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(server.uri());
        TestThreads threads = TestThreads.open()) {
      Semaphores semaphores = new Semaphores(client);
      semaphores.get("tickets", 1).acquire();
      threads.start("takes", () -> semaphores.get("tickets", 1).acquire());
      threads.start("takes in turn", () -> semaphores.get("turns", 0, true).acquire());
      threads.start("waits", () -> semaphores.latch("loaded", 1).await());
      eventually().expect("three wait", () -> client.status().waiters(), waiters -> waiters == 3);
      assertThat(client.holds()).isEmpty();
      semaphores.get("tickets", 1).release();
      semaphores.get("turns", 0, true).release();
      semaphores.latch("loaded", 1).countDown();
      threads.joinAll();
      assertThat(client.status().waiters()).isZero();
    }
  }
}
