package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedSemaphore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The order in which waiting clients are served: by arrival, as many from the head as fit. */
public abstract class SemaphoreOrderContract extends SemaphoreSuite {

  /** Clients that wait, each for this many, in this order. */
  final List<CompletableFuture<@Nullable Void>> queueOf(int... permits) {
    List<CompletableFuture<@Nullable Void>> queue = new ArrayList<>();
    for (int each : permits) {
      DistributedSemaphore waiters = anotherPatient();
      queue.add(queue("for " + each, () -> waiters.acquire(each)));
    }
    awaitQuiet();
    return queue;
  }

  /** Exactly this many from the head of the queue are served, now and for a while. */
  final void assertServed(int count, List<CompletableFuture<@Nullable Void>> queue) {
    queue.subList(0, count).forEach(each -> assertThat(each).succeedsWithin(WITHOUT_ASKING));
    awaitQueueLength(queue.size() - count);
    stays(
        SHORT,
        count + " served",
        () -> queue.stream().filter(CompletableFuture::isDone).count() == count);
  }

  final void drained() {
    assertThat(others.drainPermits()).isEqualTo(PERMITS);
  }

  @Test
  void acquire_bySeveralClients_areServedByArrival() {
    drained();
    List<CompletableFuture<@Nullable Void>> queue = queueOf(1, 1, 1, 1);
    for (int served = 1; served <= 4; served++) {
      others.release();
      assertServed(served, queue);
    }
    assertThat(watcher.availablePermits()).isZero();
  }

  @Test
  void release_ofManyAtOnce_servesAllWhoFit() {
    drained();
    List<CompletableFuture<@Nullable Void>> queue = queueOf(1, 2, 3);
    others.release(7);
    assertServed(3, queue);
    assertThat(watcher.availablePermits()).isOne();
  }
}
