package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedSemaphore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Permits for futures. */
public abstract class SemaphoreAsyncContract extends SemaphoreSuite {

  private void drained() {
    assertThat(others.drainPermits()).isEqualTo(PERMITS);
  }

  private CompletableFuture<Void> queued(int permits) {
    return queued(semaphore, permits);
  }

  private static CompletableFuture<Void> queued(DistributedSemaphore one, int permits) {
    int before = one.getQueueLength();
    CompletableFuture<Void> asked = one.acquireAsync(permits);
    eventually().isTrue("queued", () -> one.getQueueLength() == before + 1);
    return asked;
  }

  /** Waiters that will not ask again. */
  private static List<CompletableFuture<Void>> fiveOf(DistributedSemaphore patient) {
    List<CompletableFuture<Void>> five = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      five.add(queued(patient, 1));
    }
    awaitQuiet();
    return five;
  }

  @Test
  void acquireAsync_permitsAreThere_completes() {
    Actor.ends(semaphore.acquireAsync());
    Actor.ends(semaphore.acquireAsync(2));
    Actor.ends(semaphore.acquireAsync(0));
    assertThat(watcher.availablePermits()).isZero();
    Actor.ends(semaphore.releaseAsync(2));
    assertThat(watcher.availablePermits()).isEqualTo(2);
    assertThat(Actor.succeeds(semaphore.tryAcquireAsync(2, Duration.ZERO))).isTrue();
    assertThat(Actor.succeeds(semaphore.tryAcquireAsync(1, Duration.ofSeconds(-1)))).isFalse();
  }

  @Test
  @DisplayName("peers B9: five async waiters, five permits released at once")
  void acquireAsync_fiveWaitAndFiveAreReleased_allComplete() {
    drained();
    List<CompletableFuture<Void>> five = fiveOf(anotherPatient());
    others.release(5);
    five.forEach(each -> assertThat(each).succeedsWithin(WITHOUT_ASKING));
    assertThat(watcher.availablePermits()).isZero();
  }

  @Test
  @DisplayName("peers B9: as above, released by the client that waits")
  void acquireAsync_fiveWaitAndTheirClientReleasesFive_allComplete() {
    drained();
    DistributedSemaphore patient = anotherPatient();
    List<CompletableFuture<Void>> five = fiveOf(patient);
    patient.release(5);
    five.forEach(each -> assertThat(each).succeedsWithin(WITHOUT_ASKING));
    awaitAvailable(0);
  }

  @Test
  void tryAcquireAsync_timeIsOver_isFalseAndOutOfTheQueue() {
    drained();
    CompletableFuture<Boolean> asked = semaphore.tryAcquireAsync(1, Duration.ofMillis(60));
    assertThat(Actor.succeeds(asked)).isFalse();
    awaitQueueLength(0);
    others.release();
    staysAvailable(1);
  }

  @Test
  void tryAcquireAsync_releasedInTime_isTrue() {
    drained();
    CompletableFuture<Boolean> asked = semaphore.tryAcquireAsync(2, Duration.ofMinutes(1));
    awaitQueueLength(1);
    others.release(2);
    assertThat(Actor.succeeds(asked)).isTrue();
    assertThat(watcher.availablePermits()).isZero();
  }

  @Test
  void cancel_whileWaiting_leavesTheQueueAndLetsOthersThrough() {
    assertThat(others.tryAcquire()).isTrue();
    CompletableFuture<Void> large = queued(3);
    CompletableFuture<?> small = another().acquireAsync(isFair() ? 2 : 3);
    awaitQueueLength(2);
    assertThat(large.cancel(false)).isTrue();
    if (!isFair()) {
      others.release();
    }
    Actor.ends(small);
    awaitQueueLength(0);
    awaitAvailable(0);
  }

  @Test
  void orTimeout_whileWaiting_leavesTheQueueAndTakesNone() {
    drained();
    CompletableFuture<Void> asked = semaphore.acquireAsync(2).orTimeout(50, TimeUnit.MILLISECONDS);
    assertThat(Actor.failure(asked)).isInstanceOf(TimeoutException.class);
    awaitQueueLength(0);
    others.release(2);
    staysAvailable(2);
  }

  @Test
  void cancel_asPermitsArrive_losesAndInventsNone() {
    drained();
    int taken = 0;
    for (int i = 0; i < 60; i++) {
      CompletableFuture<Void> asked = semaphore.acquireAsync(2);
      if (i % 3 != 0) {
        awaitQueueLength(1);
      }
      CompletableFuture<?> released = others.releaseAsync(2);
      if (i % 2 == 0) {
        Actor.ends(released);
      }
      boolean wasWithdrawn = asked.cancel(false);
      Actor.ends(released);
      if (!wasWithdrawn) {
        taken++;
        semaphore.release(2);
      }
      awaitDrained(2, i);
    }
    assertThat(taken).as("some came in time, or not").isBetween(0, 60);
    awaitQueueLength(0);
    staysAvailable(0);
  }

  /** A question that arrives late may take permits once more, and gives them back. */
  private void awaitDrained(int permits, int round) {
    AtomicInteger drained = new AtomicInteger();
    eventually()
        .isTrue(
            "all are there, in round " + round,
            () -> drained.addAndGet(others.drainPermits()) >= permits);
    assertThat(drained).as("round %s", round).hasValue(permits);
  }

  @Test
  void cancel_whileTheQuestionIsUnderWay_takesNone() {
    for (int i = 0; i < 50; i++) {
      CompletableFuture<Void> asked = semaphore.acquireAsync(2);
      if (!asked.cancel(false)) {
        semaphore.release(2);
      }
    }
    // All permits are free for a moment again and again while the requests arrive.
    eventually().passes("all are there, and stay", () -> staysAvailable(PERMITS));
  }

  @Test
  void complete_byAnotherHand_withdraws() {
    drained();
    CompletableFuture<Void> asked = queued(1);
    asked.complete(null);
    awaitQueueLength(0);
    others.release();
    staysAvailable(1);
  }

  @Test
  void async_lessThanZero_isRefusedAtOnce() {
    assertThatThrownBy(() -> semaphore.acquireAsync(-1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> semaphore.tryAcquireAsync(-1, AT_ONCE))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> semaphore.releaseAsync(-1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void tryAcquireAsync_hugeTime_waits() {
    drained();
    CompletableFuture<Boolean> asked =
        semaphore.tryAcquireAsync(1, Duration.ofSeconds(Long.MAX_VALUE));
    awaitQueueLength(1);
    others.release();
    assertThat(Actor.succeeds(asked)).isTrue();
  }
}
