package io.holdfast.lock.semaphore;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Direction;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a client does when its server is back, or has forgotten something. */
@ExtendWith(RedisServerExtension.class)
class SemaphoreRecoveryIT {

  /** It asks a second time not after a slice but after a third of its claim lease. */
  private static final HoldfastSettings ASKS_SELDOM =
      HoldfastSettings.builder().slice(Duration.ofSeconds(10)).build();

  @Test
  void waiter_promiseGoneAtTheServer_asksAnew(@FreshServer RedisServer server) throws Exception {
    try (HoldfastClient two = HoldfastClient.connect(server.uri());
        FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient one = HoldfastClient.connect(ASKS_SELDOM, proxy.uri())) {
      DistributedSemaphore here = new Semaphores(one).get("ab", 1);
      DistributedSemaphore there = new Semaphores(two).get("ab", 1);
      here.acquire();
      here.release();
      there.acquire();
      CompletableFuture<Void> waiting = here.acquireAsync();
      eventually().isTrue("it waits", there::hasQueuedThreads);
      // As in a failover to a replica that the promise has not reached.
      try (ActiveFault held = proxy.blackhole(Connections.verbs(), Direction.TO_SERVER)) {
        there.release();
        eventually()
            .expect(
                "a promise, and it is gone",
                () -> server.admin().number("DEL", "holdfast:semr:{ab}"),
                deleted -> deleted == 1);
        assertThat(waiting).isNotDone();
      }
      waiting.get(60, SECONDS);
      assertThat(there.availablePermits()).isZero();
    }
  }

  @Test
  void timedTries_whileTheServerIsAway_leaveNothingToBeSentLater(@FreshServer RedisServer server)
      throws Exception {
    try (FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient client = HoldfastClient.connect(proxy.uri())) {
      DistributedSemaphore semaphore = new Semaphores(client).get("ab", 4);
      semaphore.acquire();
      semaphore.release();
      try (ActiveFault away = proxy.refuseConnections()) {
        proxy.cut(Connections.all(), Cut.RST);
        for (int i = 0; i < 100; i++) {
          assertThatThrownBy(() -> semaphore.tryAcquire(1, 10, MILLISECONDS))
              .isInstanceOf(LockServerException.class);
        }
        server.resetStatistics();
      }
      within(Duration.ofSeconds(30)).isTrue("it is answered", () -> isAnswered(semaphore));
      client.close(); // waits for what is still to be sent
      assertThat(scriptCalls(server)).isBetween(1L, 9L);
    }
  }

  private static boolean isAnswered(DistributedSemaphore semaphore) {
    try {
      return semaphore.availablePermits() == 4;
    } catch (LockServerException e) {
      return false;
    }
  }

  private static long scriptCalls(RedisServer server) {
    Map<String, Long> calls = server.commandCalls();
    return calls.getOrDefault("evalsha", 0L) + calls.getOrDefault("eval", 0L);
  }
}
