package io.holdfast.lock.semaphore;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DeletedException;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client after its server is back, or has forgotten something. */
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

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName(
      "failure 114: all waiters for a semaphore that its server has lost are told the same")
  void waiters_whenTheServerLosesAll_allFailAsDeleted(
      boolean isFair, @FreshServer RedisServer server) throws Exception {
    List<HoldfastClient> clients = new ArrayList<>();
    List<CompletableFuture<Void>> waiting = new ArrayList<>();
    try {
      for (int i = 0; i < 4; i++) {
        clients.add(HoldfastClient.connect(ASKS_SELDOM, server.uri()));
      }
      assertThat(semaphore(clients.get(0), isFair).tryAcquire()).isTrue();
      for (HoldfastClient client : clients) {
        DistributedSemaphore semaphore = semaphore(client, isFair);
        waiting.add(semaphore.acquireAsync());
        int soFar = waiting.size();
        eventually().expect("it waits", semaphore::getQueueLength, length -> length == soFar);
      }
      server.admin().text("FLUSHALL");
      for (CompletableFuture<Void> one : waiting) {
        assertThatThrownBy(() -> one.get(60, SECONDS))
            .hasCauseInstanceOf(DeletedException.class)
            .hasMessageContaining("lost by its server");
      }
      assertThat(server.admin().number("EXISTS", "holdfast:sem:{ab}")).isZero();
    } finally {
      clients.forEach(HoldfastClient::close);
    }
  }

  private static DistributedSemaphore semaphore(HoldfastClient client, boolean isFair) {
    return new Semaphores(client).get("ab", 1, isFair);
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
      client.close(); // waits for the requests still to be sent
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
