package io.holdfast.lock.semaphore;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DeletedException;
import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A deleted semaphore stays deleted for clients that were cut off meanwhile. */
@ExtendWith(RedisServerExtension.class)
class SemaphoreDeletionIT {

  private static final String LEDGER = "holdfast:semq:{ab}";

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void delete_whileAWaiterIsCutOffAndDropped_failsItWhenItComesBack(
      boolean isBegunAnew, @FreshServer RedisServer server) throws Exception {
    HoldfastSettings quick =
        HoldfastSettings.builder()
            .claimLease(Duration.ofSeconds(2))
            .commandTimeout(Duration.ofMillis(300))
            .build();
    try (HoldfastClient two = HoldfastClient.connect(server.uri());
        FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient one = HoldfastClient.connect(quick, proxy.uri())) {
      DistributedSemaphore here = new Semaphores(one).get("ab", 1);
      DistributedSemaphore there = new Semaphores(two).get("ab", 1);
      there.acquire();
      CompletableFuture<Void> waiting = here.acquireAsync();
      // One stands in the queue, and its client knows that; otherwise it would count twice.
      eventually().expect("it waits", here::getQueueLength, length -> length == 1);
      assertThat(there.hasQueuedThreads()).isTrue();
      try (ActiveFault away = proxy.blackhole(Connections.all())) {
        eventually().isTrue("silent for its claim lease", () -> !there.hasQueuedThreads());
        there.release();
        assertThat(server.admin().number("ZCOUNT", LEDGER, "(0", "+inf")).isZero(); // dropped
        assertThat(there.delete()).isTrue();
        assertThat(isBegunAnew && !there.tryAcquire(0)).isFalse();
      }
      assertThatThrownBy(() -> waiting.get(60, SECONDS)).hasCauseInstanceOf(DeletedException.class);
      assertThat(server.admin().number("EXISTS", "holdfast:sem:{ab}"))
          .isEqualTo(isBegunAnew ? 1 : 0);
      assertThat(there.availablePermits()).isEqualTo(1);
    }
  }

  @Test
  void withdrawal_ofOneThatWasTakenBeforeTheDeletion_addsNothingToTheNext(
      @FreshServer RedisServer server) throws Exception {
    try (HoldfastClient two = HoldfastClient.connect(server.uri());
        FaultProxy proxy = FaultProxy.to(server);
        HoldfastClient one = HoldfastClient.connect(proxy.uri())) {
      DistributedSemaphore here = new Semaphores(one).get("ab", 4);
      DistributedSemaphore there = new Semaphores(two).get("ab", 4);
      here.acquire();
      here.release();
      try (TestThreads threads = TestThreads.open();
          ActiveFault mute = proxy.dropReplies(Connections.verbs())) {
        CompletableFuture<Boolean> trying = threads.call("tries", () -> here.tryAcquire(3));
        eventually().expect("taken", there::availablePermits, free -> free == 1);
        try (ActiveFault away = proxy.refuseConnections()) {
          proxy.cut(Connections.all(), Cut.RST);
          assertThatThrownBy(() -> trying.get(60, SECONDS))
              .hasCauseInstanceOf(LockServerException.class);
          assertThat(there.delete()).isTrue();
          there.acquire(); // of the next one
        }
      }
      within(Duration.ofSeconds(10)).isTrue("it is withdrawn", () -> hasTombstoneOfThree(server));
      assertThat(there.availablePermits()).isEqualTo(3);
    }
  }

  private static boolean hasTombstoneOfThree(RedisServer server) {
    return server.admin().texts("ZRANGE", LEDGER, "-inf", "(0", "BYSCORE").stream()
        .anyMatch(member -> !member.startsWith("+") && member.endsWith("p3"));
  }
}
