package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedSemaphore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Unfair semaphores only: threads of one client share permits without the network. */
public abstract class SemaphoreSharingContract extends SemaphoreSuite {

  private static final int THREADS = 8;
  private static final int TURNS = 500;
  private static final Duration SLICE = Duration.ofMillis(5); // the default

  private final AtomicInteger in = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();

  private void takeTurns(DistributedSemaphore one, int turns) throws InterruptedException {
    for (int i = 0; i < turns; i++) {
      one.acquire();
      most.accumulateAndGet(in.incrementAndGet(), Math::max);
      LockSupport.parkNanos(1000);
      in.decrementAndGet();
      one.release();
    }
  }

  private List<CompletableFuture<?>> begin(DistributedSemaphore one, int threads, int turns) {
    List<CompletableFuture<?>> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      all.add(actor("worker").starts(() -> takeTurns(one, turns)));
    }
    return all;
  }

  @Test
  void acquire_byManyThreadsOfOneClient_hardlyUsesTheNetwork() throws Exception {
    semaphore.acquire(PERMITS - 1); // one is left for all of them
    long before = scriptCalls();
    long began = System.nanoTime();

    begin(semaphore, THREADS, TURNS).forEach(Actor::ends);

    // After each slice a release goes to the server, and a slow machine has more slices.
    long slices = (System.nanoTime() - began) / SLICE.toNanos();
    assertThat(scriptCalls() - before)
        .as("requests of %s turns in %s slices", THREADS * TURNS, slices)
        .isLessThan(Math.min(THREADS * TURNS, THREADS * TURNS / 5 + 2 * slices));
    assertThat(most.get()).isOne();
    awaitAvailable(1);
  }

  @Test
  void acquire_byManyThreadsOfTwoClients_areNeverMoreThanThereAreAndBothGetOn() {
    List<CompletableFuture<?>> all = new ArrayList<>(begin(semaphore, THREADS / 2, TURNS));
    all.addAll(begin(others, THREADS / 2, TURNS));
    all.forEach(Actor::ends);
    assertThat(most.get()).isBetween(2, PERMITS);
    awaitAvailable(PERMITS);
  }

  @Test
  void release_whileAnotherClientWaits_reachesItWithinSomeSlices() throws Exception {
    semaphore.acquire(PERMITS - 1);
    AtomicBoolean isEnough = new AtomicBoolean();
    List<CompletableFuture<?>> stream = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      stream.add(
          actor("worker")
              .starts(
                  () -> {
                    while (!isEnough.get()) {
                      takeTurns(semaphore, 10);
                    }
                  }));
    }
    eventually().isTrue("they stream", () -> most.get() > 0);
    for (int i = 0; i < 5; i++) {
      assertThat(others.tryAcquire(LIMIT.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
      others.release();
    }
    isEnough.set(true);
    stream.forEach(Actor::ends);
  }

  @Test
  void queue_ofOneClient_standsOnceAtTheServer() {
    assertThat(others.tryAcquire(PERMITS)).isTrue();
    List<CompletableFuture<?>> waiting = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Actor actor = actor("waiter");
      CompletableFuture<?> one = actor.starts(semaphore::acquire);
      actor.awaitParked(one);
      waiting.add(one);
    }
    eventually().expect("all its own", semaphore::getQueueLength, n -> n == 5);
    awaitQueueLength(1);
    others.release(2);
    eventually()
        .isTrue("two", () -> waiting.stream().filter(CompletableFuture::isDone).count() == 2);
    eventually().expect("its own", semaphore::getQueueLength, n -> n == 3);
    others.release(3);
    waiting.forEach(Actor::ends);
    awaitAvailable(0);
    awaitQueueLength(0);
  }

  @Test
  void release_toAThreadThatWaitsHere_isNotSeenElsewhere() {
    assertThat(semaphore.tryAcquire(PERMITS)).isTrue();
    Actor here = actor("here");
    CompletableFuture<?> waiting = here.starts(semaphore::acquire);
    awaitQueueLength(1);
    semaphore.release();
    Actor.ends(waiting);
    awaitQueueLength(0);
    awaitAvailable(0);
    here.does(() -> semaphore.release(PERMITS));
    awaitAvailable(PERMITS);
  }
}
