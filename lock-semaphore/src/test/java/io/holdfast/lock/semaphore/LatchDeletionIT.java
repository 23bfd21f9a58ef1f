package io.holdfast.lock.semaphore;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DeletedException;
import io.holdfast.lock.DistributedCountDownLatch;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A deleted latch keeps no waiter waiting. */
@ExtendWith(RedisServerExtension.class)
class LatchDeletionIT {

  /** It asks a second time not after a slice but after a third of its claim lease. */
  private static final HoldfastSettings ASKS_SELDOM =
      HoldfastSettings.builder().slice(Duration.ofSeconds(10)).build();

  @Test
  void latch_deletedAfterZeroWhileAnInboxIsDown_letsItsWaiterGoOn(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient two = HoldfastClient.connect(server.uri());
        FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient one = HoldfastClient.connect(ASKS_SELDOM, proxy.uri())) {
      DistributedCountDownLatch here = new Semaphores(one).latch("ab", 1);
      DistributedCountDownLatch there = new Semaphores(two).latch("ab", 1);
      CompletableFuture<Void> alsoWaiting = there.awaitAsync();
      CompletableFuture<Void> waiting = here.awaitAsync();
      eventually()
          .expect(
              "both clients wait",
              () -> server.admin().number("ZCOUNT", "holdfast:latchq:{ab}", "(0", "+inf"),
              tickets -> tickets == 2);
      try (ActiveFault deaf = proxy.dropMessages(Connections.inbox())) {
        there.countDown();
        alsoWaiting.get(60, SECONDS);
        there.delete();
      }
      waiting.get(60, SECONDS); // it was at zero as this one waited
      assertThat(server.admin().number("EXISTS", "holdfast:latch:{ab}")).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void latch_lostByItsServer_failsWhoWaits(boolean isBegunAnew, @FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient one = HoldfastClient.connect(ASKS_SELDOM, server.uri());
        HoldfastClient two = HoldfastClient.connect(server.uri())) {
      DistributedCountDownLatch here = new Semaphores(one).latch("ab", 2);
      DistributedCountDownLatch there = new Semaphores(two).latch("ab", 2);
      there.countDown();
      CompletableFuture<Void> waiting = here.awaitAsync();
      eventually()
          .expect(
              "it waits",
              () -> server.admin().number("ZCOUNT", "holdfast:latchq:{ab}", "(0", "+inf"),
              tickets -> tickets == 1);
      server.admin().text("FLUSHALL");
      if (isBegunAnew) {
        there.countDown(); // it was the last one
      }
      // One of two that were counted is forgotten: the latch would never open.
      assertThatThrownBy(() -> waiting.get(60, SECONDS)).hasCauseInstanceOf(DeletedException.class);
    }
  }
}
