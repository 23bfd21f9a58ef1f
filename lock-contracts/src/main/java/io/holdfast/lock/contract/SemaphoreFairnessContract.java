package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedSemaphore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The promise of fair semaphores only: nobody takes permits that an earlier waiter waits for. */
public abstract class SemaphoreFairnessContract extends SemaphoreSuite {

  @Test
  void acquire_byThreadsOfSeveralClients_areServedInTheOrderOfArrival() {
    assertThat(watcher.tryAcquire(PERMITS)).isTrue();
    List<Integer> order = new CopyOnWriteArrayList<>();
    List<CompletableFuture<?>> all = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      DistributedSemaphore one = i % 2 == 0 ? semaphore : others;
      int number = i;
      all.add(
          queue(
              "waiter " + i,
              () -> {
                one.acquire(PERMITS);
                order.add(number);
                one.release(PERMITS);
              }));
    }
    watcher.release(PERMITS);
    all.forEach(Actor::ends);
    assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  }

  @Test
  void acquire_ofALargeOneAmongAStreamOfSmallOnes_isServedInItsTurn() throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicInteger small = new AtomicInteger();
    List<CompletableFuture<?>> stream = new ArrayList<>();
    for (DistributedSemaphore each : List.of(semaphore, others, another())) {
      for (int i = 0; i < 2; i++) {
        stream.add(
            actor("small")
                .starts(
                    () -> {
                      while (!isOver.get()) {
                        each.acquire();
                        small.incrementAndGet();
                        each.release();
                      }
                    }));
      }
    }
    eventually().isTrue("they stream", () -> small.get() > 50);

    for (int i = 0; i < 5; i++) {
      CompletableFuture<Void> large = watcher.acquireAsync(PERMITS);
      // The answer came over the same connection: now the large one has its place.
      int unused = watcher.availablePermits();
      int before = small.get();
      assertThat(large).succeedsWithin(LIMIT);
      // Each of them stood before it, or had been served before and had not counted that yet.
      assertThat(small.get() - before).isLessThanOrEqualTo(stream.size());
      watcher.release(PERMITS);
    }
    isOver.set(true);
    stream.forEach(Actor::ends);
    assertThat(watcher.availablePermits()).isEqualTo(PERMITS);
  }

  @Test
  void acquire_permitsThereButSomebodyElseWaitsForMore_waitsBehind() throws Exception {
    CompletableFuture<?> large = queue("large", () -> others.acquire(PERMITS + 1));
    assertThat(semaphore.tryAcquire(1, 30, TimeUnit.MILLISECONDS)).isFalse();
    awaitQueueLength(1);
    CompletableFuture<?> small = queue("small", semaphore::acquire);
    assertThat(another().acquireAsync(1)).isNotDone();
    awaitQueueLength(3);
    stays(SHORT, "all wait", () -> !large.isDone() && !small.isDone());
    assertThat(watcher.availablePermits()).isEqualTo(PERMITS);
    watcher.release(1);
    Actor.ends(large);
    stays(SHORT, "none is left", () -> !small.isDone());
    watcher.release(2);
    Actor.ends(small);
    awaitQueueLength(0);
    assertThat(watcher.availablePermits()).isZero();
  }

  @Test
  void release_byAThreadWhoseClientWaits_servesWhoCameFirst() {
    assertThat(semaphore.tryAcquire(PERMITS)).isTrue();
    CompletableFuture<?> first = queue("first", () -> others.acquire(2));
    CompletableFuture<?> own = queue("own", () -> semaphore.acquire(2));
    semaphore.release(2);
    Actor.ends(first);
    stays(SHORT, "it is not its turn", () -> !own.isDone());
    others.release(2);
    Actor.ends(own);
    awaitAvailable(0);
  }
}
