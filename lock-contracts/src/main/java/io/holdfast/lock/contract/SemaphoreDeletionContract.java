package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DeletedException;
import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The end of a semaphore: its waiters are told, nothing stays. */
public abstract class SemaphoreDeletionContract extends SemaphoreSuite {

  @Test
  void delete_ofNothing_isFalse() {
    assertThat(semaphore.delete()).isFalse();
    assertDeleted();
  }

  @Test
  void delete_used_leavesNothingAndIsBegunAnew() throws Exception {
    semaphore.acquire(2);
    semaphore.release();
    semaphore.resize(8);

    assertThat(others.delete()).isTrue();

    assertDeleted();
    assertThat(others.delete()).isFalse();
    assertThat(watcher.availablePermits()).isEqualTo(PERMITS);
    assertThat(others.tryAcquire(PERMITS)).isTrue();
  }

  @Test
  void release_ofWhatWasTakenBefore_isNothingToTheNext() throws Exception {
    semaphore.acquire(PERMITS);
    others.delete();
    semaphore.release();
    assertDeleted();
    others.acquire(); // begins it anew
    semaphore.release();
    Actor.ends(semaphore.releaseAsync(1));
    assertThat(watcher.availablePermits()).isEqualTo(PERMITS - 1);
    semaphore.acquire();
    semaphore.release();
    assertThat(watcher.availablePermits()).isEqualTo(PERMITS - 1);
  }

  @Test
  @DisplayName("failure 91: permits taken of a deleted semaphore do not go on in the next")
  void release_ofWhatWasTakenBefore_servesNobodyWhoWaitsForTheNext() throws Exception {
    for (DistributedSemaphore deleter : List.of(others, semaphore)) {
      semaphore.acquire(PERMITS);
      assertThat(deleter.delete()).isTrue();
      others.acquire(PERMITS); // of the next
      CompletableFuture<?> waiting = actor("waiter").starts(semaphore::acquire);
      // Its client must also know that it is queued; otherwise it would count twice.
      eventually().expect("it waits", semaphore::getQueueLength, length -> length == 1);
      semaphore.release();
      Actor.ends(semaphore.releaseAsync(PERMITS - 1));
      stays(SHORT, "it waits for the next", () -> !waiting.isDone());
      assertThat(watcher.availablePermits()).isZero();
      others.release();
      Actor.ends(waiting);
      assertThat(watcher.availablePermits()).isZero();
      others.delete();
    }
  }

  @Test
  void release_byAClientThatTookNone_beginsItAnewWithThat() throws Exception {
    semaphore.acquire(2);
    semaphore.delete();
    others.release(2);
    assertThat(watcher.availablePermits()).isEqualTo(PERMITS + 2);
  }

  @Test
  void delete_withWaiters_failsThoseOfAllClients() throws Exception {
    semaphore.acquire(PERMITS);
    List<CompletableFuture<?>> waiting = new ArrayList<>();
    for (DistributedSemaphore each : List.of(semaphore, others)) {
      List<TestThreads.Body> calls =
          List.of(
              each::acquire,
              () -> each.acquire(2),
              () -> each.acquireUninterruptibly(PERMITS),
              () -> each.tryAcquire(1, TimeUnit.MINUTES));
      for (TestThreads.Body call : calls) {
        Actor actor = actor("waiter");
        CompletableFuture<?> begun = actor.starts(call);
        actor.awaitParked(begun);
        waiting.add(begun);
      }
      waiting.add(each.acquireAsync(2));
      waiting.add(each.tryAcquireAsync(1, Duration.ofMinutes(1)));
    }
    awaitQueueLength(isFair() ? waiting.size() : 2);

    assertThat(watcher.delete()).isTrue();

    for (CompletableFuture<?> one : waiting) {
      assertThat(Actor.failure(one))
          .isInstanceOf(DeletedException.class)
          .hasMessageContaining(name);
    }
    assertThat(watcher.getQueueLength()).isZero();
    assertThat(semaphore.getQueueLength()).isZero();
    stays(SHORT, "nobody comes back", () -> watcher.getQueueLength() == 0);
    assertDeleted();
  }

  @Test
  void delete_byAClientOfAWaiter_failsItToo() {
    assertThat(semaphore.tryAcquire(PERMITS)).isTrue();
    CompletableFuture<?> waiting = queue("waiter", semaphore::acquire);
    assertThat(semaphore.delete()).isTrue();
    assertThat(Actor.failure(waiting)).isInstanceOf(DeletedException.class);
    assertThat(semaphore.tryAcquire(PERMITS)).isTrue();
  }

  @Test
  void acquire_afterTheWaiterWasFailed_waitsAnew() {
    for (int round = 0; round < 3; round++) {
      assertThat(semaphore.tryAcquire(PERMITS)).isTrue();
      CompletableFuture<?> waiting = queue("waiter", others::acquire);
      assertThat(watcher.delete()).isTrue();
      assertThat(Actor.failure(waiting)).isInstanceOf(DeletedException.class);
    }
    assertThat(semaphore.tryAcquire(PERMITS)).isTrue();
    CompletableFuture<?> waiting = queue("waiter", others::acquire);
    semaphore.release();
    Actor.ends(waiting);
    awaitAvailable(0);
  }

  @Test
  void delete_inTheMidstOfTraffic_isToldOrBeginsAnew() {
    List<CompletableFuture<?>> all = new ArrayList<>();
    for (DistributedSemaphore each : List.of(semaphore, others)) {
      for (int i = 0; i < 2; i++) {
        all.add(
            actor("worker")
                .starts(
                    () -> {
                      for (int turn = 0; turn < 60; turn++) {
                        takeAndGive(each);
                      }
                    }));
      }
    }
    while (all.stream().anyMatch(one -> !one.isDone())) {
      watcher.delete();
    }
    all.forEach(Actor::ends);
    watcher.delete();
    eventually().isTrue("nobody waits", () -> !watcher.hasQueuedThreads());
    assertThat(watcher.tryAcquire(PERMITS)).isTrue();
    assertThat(watcher.tryAcquire()).isFalse();
  }

  private static void takeAndGive(DistributedSemaphore each) throws InterruptedException {
    try {
      each.acquire(2);
      each.release(2);
    } catch (DeletedException e) {
      assertThat(e).hasMessageContaining(each.name());
    }
  }
}
