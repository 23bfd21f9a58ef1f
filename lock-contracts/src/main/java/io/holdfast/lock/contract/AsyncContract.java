package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockTimeoutException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Acquiring without blocking a thread. */
public abstract class AsyncContract extends ContractSuite {

  private static final AcquireOptions BRIEFLY =
      AcquireOptions.defaults().waitAtMost(Duration.ofMillis(150));

  @Test
  void acquireAsync_free_completesWithAHold() {
    Hold hold = Actor.succeeds(lock.acquireAsync());
    assertThat(hold.isValid()).isTrue();
    assertThat(hold.lockName()).isEqualTo(name);
    assertThat(others.isLocked()).isTrue();
    assertThat(lock.isHeldByCurrentThread()).isFalse();
    hold.close();
    assertThat(others.isLocked()).isFalse();
  }

  @Test
  void acquireAsync_heldByAnotherClient_completesWhenReleased() {
    Actor alice = holderOf(others);
    CompletableFuture<Hold> acquiring = lock.acquireAsync();
    awaitQueueLength(1);
    assertThat(acquiring).isNotDone();

    alice.does(others::unlock);

    Actor.succeeds(acquiring).close();
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("peers B9: as many async waiters as there are turns get one")
  void acquireAsync_manyOfOneClient_getItOneAfterTheOther() {
    List<CompletableFuture<Hold>> all = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      all.add(lock.acquireAsync());
    }
    List<Long> tokens = new ArrayList<>();
    for (CompletableFuture<Hold> each : all) {
      Hold hold = Actor.succeeds(each);
      assertThat(all.stream().filter(CompletableFuture::isDone).count())
          .as("those who have had it")
          .isEqualTo(tokens.size() + 1L);
      tokens.add(hold.token());
      hold.close();
    }
    assertThat(tokens).isSorted().doesNotHaveDuplicates();
    awaitFreeAndUnwanted();
  }

  @Test
  void acquireAsync_timedOut_failsAndLeavesNothing() {
    Actor alice = holderOf(others);
    assertThat(Actor.failure(lock.acquireAsync(BRIEFLY)))
        .isInstanceOf(LockTimeoutException.class)
        .hasMessageContaining(name)
        .hasMessageContaining("150 ms")
        .hasMessageContaining("other");
    assertThat(Actor.failure(lock.acquireAsync(AcquireOptions.defaults().withoutWaiting())))
        .isInstanceOf(LockTimeoutException.class);
    awaitQueueLength(0);
    alice.does(others::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void acquireAsync_cancelled_withdraws() {
    Actor alice = holderOf(others);
    CompletableFuture<Hold> acquiring = lock.acquireAsync();
    awaitQueueLength(1);

    assertThat(acquiring.cancel(true)).isTrue();

    awaitQueueLength(0);
    alice.does(others::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void acquireAsync_orTimeout_withdraws() {
    Actor alice = holderOf(others);
    CompletableFuture<Hold> acquiring = lock.acquireAsync().orTimeout(100, TimeUnit.MILLISECONDS);
    assertThat(Actor.failure(acquiring)).isInstanceOf(TimeoutException.class);
    awaitQueueLength(0);
    alice.does(others::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void acquireAsync_oneOfSeveralCancelled_leavesTheOthersWaiting() {
    Actor alice = holderOf(others);
    CompletableFuture<Hold> one = lock.acquireAsync();
    CompletableFuture<Hold> two = lock.acquireAsync();
    awaitQueueLength(ticketsOf(2));

    assertThat(one.cancel(true)).isTrue();
    alice.does(others::unlock);

    Actor.succeeds(two).close();
    awaitFreeAndUnwanted();
  }

  @Test
  void acquireAsync_cancelledAsTheHoldArrives_keepsNothing() {
    for (int round = 0; round < 50; round++) {
      Hold held = Actor.succeeds(others.acquireAsync());
      CompletableFuture<Hold> acquiring = lock.acquireAsync();
      awaitQueueLength(1);
      CompletableFuture<Void> releasing = held.releaseAsync();
      boolean cancelled = acquiring.cancel(true);
      if (!cancelled) {
        Actor.succeeds(acquiring).close();
      }
      assertThat(releasing).succeedsWithin(LIMIT);
      awaitFreeAndUnwanted();
    }
  }

  @Test
  void withLockAsync_workSucceeds_givesItsResultAndReleases() {
    CompletableFuture<String> working = new CompletableFuture<>();
    List<Hold> holds = new CopyOnWriteArrayList<>();
    CompletableFuture<String> result =
        lock.withLockAsync(
            hold -> {
              holds.add(hold);
              return working;
            });
    eventually().isTrue("the work has begun", () -> !holds.isEmpty());
    assertThat(holds.get(0).isValid()).isTrue();
    assertThat(others.isLocked()).isTrue();
    assertThat(result).isNotDone();

    working.complete("done");

    assertThat(Actor.succeeds(result)).isEqualTo("done");
    assertThat(holds.get(0).isValid()).isFalse();
    assertThat(others.isLocked()).isFalse();
  }

  @Test
  void withLockAsync_stageFails_givesItsFailureAndReleases() {
    Exception failure = new IOException("work");
    CompletableFuture<Object> result =
        lock.withLockAsync(BRIEFLY, hold -> CompletableFuture.failedFuture(failure));
    assertThat(Actor.failure(result)).isSameAs(failure);
    awaitFreeAndUnwanted();
  }

  @Test
  void withLockAsync_workThrows_givesItsFailureAndReleases() {
    RuntimeException failure = new IllegalStateException("work");
    CompletableFuture<Object> result =
        lock.withLockAsync(
            hold -> {
              throw failure;
            });
    assertThat(Actor.failure(result)).isSameAs(failure);
    awaitFreeAndUnwanted();
  }

  @Test
  void withLockAsync_workGivesNoStage_failsAndReleases() {
    CompletableFuture<Object> result = lock.withLockAsync(hold -> noStage());
    assertThat(Actor.failure(result)).isInstanceOf(NullPointerException.class);
    awaitFreeAndUnwanted();
  }

  @SuppressWarnings("NullAway") // careless work may return this
  private static CompletableFuture<Object> noStage() {
    return null;
  }

  @Test
  @SuppressWarnings("NullAway") // what careless callers may pass
  void withLockAsync_noWork_throwsAtOnceAndAcquiresNothing() {
    assertThatThrownBy(() -> lock.withLockAsync(null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> lock.withLockAsync(BRIEFLY, null))
        .isInstanceOf(NullPointerException.class);
    assertThat(others.tryLock()).isTrue();
    others.unlock();
  }

  @Test
  void withLockAsync_lostWhileWorkSucceeds_fails() {
    CompletableFuture<String> working = new CompletableFuture<>();
    List<Hold> holds = new CopyOnWriteArrayList<>();
    CompletableFuture<String> result =
        lock.withLockAsync(
            hold -> {
              holds.add(hold);
              return working;
            });
    eventually().isTrue("the work has begun", () -> !holds.isEmpty());
    assertThat(others.forceUnlock()).isTrue();
    eventually().isTrue("the loss is known", () -> !holds.get(0).isValid());

    working.complete("done");

    assertThat(Actor.failure(result)).isInstanceOf(LeaseLostException.class);
    awaitFreeAndUnwanted();
  }

  @Test
  void withLockAsync_lostWhileWorkFails_givesTheWorksFailure() {
    RuntimeException failure = new IllegalStateException("work");
    CompletableFuture<String> result =
        lock.withLockAsync(
            hold -> {
              assertThat(others.forceUnlock()).isTrue();
              eventually().isTrue("the loss is known", () -> !hold.isValid());
              return CompletableFuture.failedFuture(failure);
            });
    assertThat(Actor.failure(result)).isSameAs(failure);
  }

  @Test
  void withLockAsync_cancelledWhileWaiting_withdrawsAndNeverWorks() {
    Actor alice = holderOf(others);
    List<Hold> holds = new CopyOnWriteArrayList<>();
    CompletableFuture<String> result =
        lock.withLockAsync(
            hold -> {
              holds.add(hold);
              return CompletableFuture.completedFuture("done");
            });
    awaitQueueLength(1);

    assertThat(result.cancel(true)).isTrue();

    awaitQueueLength(0);
    alice.does(others::unlock);
    awaitFreeAndUnwanted();
    assertThat(holds).isEmpty();
  }

  @Test
  void withLockAsync_cancelledWhileWorking_stopsNoWorkAndReleasesAfterIt() {
    CompletableFuture<String> working = new CompletableFuture<>();
    List<Hold> holds = new CopyOnWriteArrayList<>();
    CompletableFuture<String> result =
        lock.withLockAsync(
            hold -> {
              holds.add(hold);
              return working;
            });
    eventually().isTrue("the work has begun", () -> !holds.isEmpty());

    assertThat(result.cancel(true)).isTrue();
    assertThat(holds.get(0).isValid()).isTrue();
    assertThat(others.tryLock()).isFalse();
    working.complete("done");

    assertThatThrownBy(result::join)
        .isInstanceOfAny(CancellationException.class, CompletionException.class);
    awaitFreeAndUnwanted();
  }

  @Test
  void withLockAsync_timedOut_failsWithoutWorking() {
    Actor alice = holderOf(others);
    CompletableFuture<String> result =
        lock.withLockAsync(
            BRIEFLY,
            hold -> {
              throw new AssertionError("has worked");
            });
    assertThat(Actor.failure(result)).isInstanceOf(LockTimeoutException.class);
    alice.does(others::unlock);
  }
}
