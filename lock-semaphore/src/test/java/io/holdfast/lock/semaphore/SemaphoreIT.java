package io.holdfast.lock.semaphore;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DeletedException;
import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Internals of the semaphore; its contract has suites of its own. */
@ExtendWith(RedisServerExtension.class)
class SemaphoreIT {

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void permits_takenAndGiven_areCounted(boolean isFair, @FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      DistributedSemaphore semaphore = new Semaphores(client).get("ab", 4, isFair);
      assertThat(semaphore.availablePermits()).isEqualTo(4);
      semaphore.acquire(3);
      assertThat(semaphore.availablePermits()).isEqualTo(1);
      assertThat(semaphore.tryAcquire(2)).isFalse();
      assertThat(semaphore.tryAcquire(2, 20, MILLISECONDS)).isFalse();
      assertThat(semaphore.tryAcquire(1)).isTrue();
      semaphore.release(4);
      assertThat(semaphore.availablePermits()).isEqualTo(4);
      semaphore.reducePermits(5);
      assertThat(semaphore.availablePermits()).isEqualTo(-1);
      assertThat(semaphore.drainPermits()).isEqualTo(-1);
      semaphore.addPermits(7);
      assertThat(semaphore.availablePermits()).isEqualTo(7);
      assertThat(semaphore.drainPermits()).isEqualTo(7);
      semaphore.resize(8);
      assertThat(semaphore.availablePermits()).isEqualTo(2);
      assertThat(semaphore.delete()).isTrue();
      assertThat(semaphore.delete()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void waiters_ofTwoClients_areServedAndLeaveNothing(
      boolean isFair, @FreshServer RedisServer server) throws Exception {
    try (HoldfastClient one = HoldfastClient.connect(server.uri());
        HoldfastClient two = HoldfastClient.connect(server.uri());
        TestThreads threads = TestThreads.open()) {
      AtomicInteger inside = new AtomicInteger();
      AtomicInteger most = new AtomicInteger();
      List<CompletableFuture<?>> all = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        DistributedSemaphore semaphore =
            new Semaphores(i % 2 == 0 ? one : two).get("ab", 3, isFair);
        int permits = 1 + i % 3;
        all.add(
            threads.call(
                "worker" + i,
                () -> {
                  for (int turn = 0; turn < 100; turn++) {
                    semaphore.acquire(permits);
                    most.accumulateAndGet(inside.addAndGet(permits), Math::max);
                    inside.addAndGet(-permits);
                    semaphore.release(permits);
                  }
                  return true;
                }));
      }
      for (CompletableFuture<?> each : all) {
        each.get(60, SECONDS);
      }
      assertThat(most.get()).isEqualTo(3);
      DistributedSemaphore semaphore = new Semaphores(one).get("ab", 3, isFair);
      eventually().expect("all are back", semaphore::availablePermits, left -> left == 3);
      assertThat(semaphore.getQueueLength()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void delete_whileSomebodyWaits_failsIt(boolean isFair, @FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      DistributedSemaphore semaphore = new Semaphores(client).get("ab", 1, isFair);
      CompletableFuture<Void> acquiring = semaphore.acquireAsync(2);
      eventually().isTrue("it waits", semaphore::hasQueuedThreads);
      assertThat(semaphore.delete()).isTrue();
      assertThatThrownBy(() -> acquiring.get(60, SECONDS))
          .hasCauseInstanceOf(DeletedException.class);
    }
  }
}
