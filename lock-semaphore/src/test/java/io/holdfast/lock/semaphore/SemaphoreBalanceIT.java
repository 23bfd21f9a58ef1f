package io.holdfast.lock.semaphore;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Which waiter is served at which balance: a client's hand-over must not differ from the server's.
 */
@ExtendWith(RedisServerExtension.class)
class SemaphoreBalanceIT {

  @Test
  void acquire_freePermitsWhileALocalThreadWaitsForMore_takesThem(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient one = HoldfastClient.connect(server.uri());
        HoldfastClient two = HoldfastClient.connect(server.uri())) {
      DistributedSemaphore here = new Semaphores(one).get("ab", 4);
      DistributedSemaphore there = new Semaphores(two).get("ab", 4);
      CompletableFuture<Void> large = here.acquireAsync(10);
      eventually().isTrue("it waits", there::hasQueuedThreads);
      assertThat(there.tryAcquire(1, 60, SECONDS)).isTrue();
      assertThat(here.tryAcquire(1)).isTrue();
      assertThat(here.availablePermits()).isEqualTo(2);
      assertThat(here.tryAcquire(1, 60, SECONDS)).isTrue();
      assertThat(here.availablePermits()).isEqualTo(1);
      assertThat(large.cancel(true)).isTrue();
    }
  }

  @Test
  void release_negativeBalance_servesNobody(@FreshServer RedisServer server) throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      DistributedSemaphore semaphore = new Semaphores(client).get("ab", 1);
      semaphore.acquire();
      CompletableFuture<Void> waiting = semaphore.acquireAsync();
      eventually().isTrue("it waits", semaphore::hasQueuedThreads);
      semaphore.reducePermits(3);
      semaphore.release();
      assertStillWaits(waiting);
      assertThat(semaphore.availablePermits()).isEqualTo(-2);
      semaphore.addPermits(3);
      waiting.get(60, SECONDS);
      assertThat(semaphore.availablePermits()).isZero();
    }
  }

  @Test
  void drain_negativeBalance_servesWhoWaitsForNoneOnly(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      DistributedSemaphore semaphore = new Semaphores(client).get("ab", 1);
      semaphore.reducePermits(2);
      CompletableFuture<Void> forNone = semaphore.acquireAsync(0);
      eventually().isTrue("it waits for no permits", semaphore::hasQueuedThreads);
      assertThat(semaphore.drainPermits()).isEqualTo(-1);
      assertThat(server.admin().number("ZCOUNT", "holdfast:semq:{ab}", "(0", "+inf")).isZero();
      forNone.get(60, SECONDS);
      semaphore.reducePermits(1);
      CompletableFuture<Void> waiting = semaphore.acquireAsync();
      eventually().isTrue("it waits", semaphore::hasQueuedThreads);
      assertThat(semaphore.drainPermits()).isEqualTo(-1);
      assertStillWaits(waiting);
      assertThat(semaphore.availablePermits()).isZero();
      semaphore.release();
      waiting.get(60, SECONDS);
      assertThat(semaphore.availablePermits()).isZero();
    }
  }

  @Test
  void permits_goingRoundInTwoClients_areSharedByThem(@FreshServer RedisServer server)
      throws Exception {
    int permits = 8;
    try (HoldfastClient one = HoldfastClient.connect(server.uri());
        HoldfastClient two = HoldfastClient.connect(server.uri());
        TestThreads threads = TestThreads.open()) {
      AtomicBoolean isOver = new AtomicBoolean();
      CountDownLatch never = new CountDownLatch(1);
      List<AtomicInteger> turns = List.of(new AtomicInteger(), new AtomicInteger());
      for (HoldfastClient client : List.of(one, two)) {
        DistributedSemaphore semaphore = new Semaphores(client).get("ab", permits);
        AtomicInteger ofThisClient = turns.get(client == one ? 0 : 1);
        for (int i = 0; i < 2 * permits; i++) { // so that a waiter here waits for each
          threads.start(
              "worker-" + i,
              () -> {
                while (!isOver.get()) {
                  semaphore.acquire();
                  ofThisClient.incrementAndGet();
                  boolean unused = never.await(1, MILLISECONDS);
                  semaphore.release();
                }
              });
        }
        eventually().isTrue("they are busy", () -> ofThisClient.get() > 500);
      }
      turns.forEach(each -> each.set(0));
      eventually().isTrue("turns", () -> turns.get(0).get() + turns.get(1).get() > 10_000);
      isOver.set(true);
      threads.joinAll();
      assertThat(turns).allMatch(each -> each.get() > 2_000);
    }
  }

  @Test
  void waiter_ofWhatNobodyHolds_doesNotAskAgainAfterASlice(@FreshServer RedisServer server)
      throws Exception {
    HoldfastSettings seldom =
        HoldfastSettings.builder()
            .lease(Duration.ofMinutes(10))
            .claimLease(Duration.ofMinutes(5))
            .build();
    try (HoldfastClient client = HoldfastClient.connect(seldom, server.uri())) {
      DistributedSemaphore semaphore = new Semaphores(client).get("ab", 0);
      semaphore.release(0);
      CompletableFuture<Void> waiting = semaphore.acquireAsync();
      eventually().isTrue("it waits", semaphore::hasQueuedThreads);
      server.resetStatistics();
      assertStillWaits(waiting);
      assertThat(server.commandCalls()).doesNotContainKeys("evalsha", "eval");
      assertThat(waiting.cancel(true)).isTrue();
    }
  }

  @Test
  void acquire_queuedBehindALargerOne_doesNotOvertakeItByAskingAgain(
      @FreshServer RedisServer server) throws Exception {
    HoldfastSettings often =
        HoldfastSettings.builder()
            .claimLease(Duration.ofSeconds(2))
            .commandTimeout(Duration.ofMillis(500))
            .build();
    try (HoldfastClient one = HoldfastClient.connect(often, server.uri());
        HoldfastClient two = HoldfastClient.connect(server.uri())) {
      DistributedSemaphore here = new Semaphores(one).get("ab", 4);
      DistributedSemaphore there = new Semaphores(two).get("ab", 4);
      there.acquire(4);
      CompletableFuture<Void> large = there.acquireAsync(3);
      eventually().expect("one waits", here::getQueueLength, length -> length == 1);
      CompletableFuture<Void> small = here.acquireAsync(2);
      eventually().expect("two wait", here::getQueueLength, length -> length == 2);
      there.release(2); // enough for the second
      server.resetStatistics();
      eventually()
          .isTrue(
              "it has asked again", () -> server.commandCalls().getOrDefault("evalsha", 0L) >= 6);
      assertThat(small).isNotDone();
      there.release();
      large.get(60, SECONDS);
      assertThat(small).isNotDone();
      there.release(3);
      small.get(60, SECONDS);
    }
  }

  private static void assertStillWaits(CompletableFuture<Void> waiting) {
    assertThatThrownBy(() -> waiting.get(300, MILLISECONDS)).isInstanceOf(TimeoutException.class);
  }

  @Test
  void zeroPermits_toldOfADifference(@FreshServer RedisServer server) {
    List<String> told = new CopyOnWriteArrayList<>();
    LockListener listener =
        new LockListener() {
          @Override
          public void differs(String name, long declared, long actual) {
            told.add("%s: %d, not %d".formatted(name, declared, actual));
          }
        };
    HoldfastSettings settings = HoldfastSettings.builder().listener(listener).build();
    try (HoldfastClient client = HoldfastClient.connect(settings, server.uri())) {
      new Semaphores(client).get("ab", 0).release();
      new Semaphores(client).get("ab", 5).release();
      eventually().expect("it is told", () -> told, List.of("ab: 5, not 0")::equals);
    }
  }
}
