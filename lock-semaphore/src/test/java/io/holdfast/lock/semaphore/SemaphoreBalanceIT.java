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
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Who is served at which balance: what passes inside a client must not differ from the server. */
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
  void drain_negativeBalance_servesNobody(@FreshServer RedisServer server) throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      DistributedSemaphore semaphore = new Semaphores(client).get("ab", 1);
      semaphore.reducePermits(2);
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
