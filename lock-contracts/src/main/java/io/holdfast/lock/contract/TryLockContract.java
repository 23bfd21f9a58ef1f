package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code tryLock}, with and without a time limit. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class TryLockContract extends ContractSuite {

  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final Duration TOO_LARGE = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

  @Test
  void tryLock_free_acquires() {
    assertThat(lock.tryLock()).isTrue();
    assertThat(lock.getHoldCount()).isOne();
    assertThat(others.isLocked()).isTrue();
    lock.unlock();
  }

  @Test
  void tryLock_heldByThisThread_countsUp() {
    lock.lock();
    assertThat(lock.tryLock()).isTrue();
    assertThat(lock.getHoldCount()).isEqualTo(2);
    lock.unlock();
    lock.unlock();
  }

  @Test
  void tryLock_heldByAnotherClient_isFalseAndLeavesNothing() {
    Actor alice = holderOf(others);

    assertThat(lock.tryLock()).isFalse();

    assertThat(lock.getHoldCount()).isZero();
    assertThat(others.inspect().queueLength()).isZero();
    alice.does(others::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void tryLock_heldByAnotherThread_isFalse() {
    Actor alice = holderOf(lock);
    assertThat(lock.tryLock()).isFalse();
    alice.does(lock::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void tryLock_flagSet_acquiresAndKeepsTheFlag() {
    Actor bob = actor("bob");
    bob.thread().interrupt();

    assertThat(bob.says(() -> lock.tryLock())).isTrue();

    assertThat(bob.says(() -> Thread.currentThread().isInterrupted())).isTrue();
    bob.does(lock::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void tryLock_flagSetAndHeldByAnother_isFalseAndKeepsTheFlag() {
    Actor alice = holderOf(others);
    Actor bob = actor("bob");
    bob.thread().interrupt();

    assertThat(bob.says(() -> lock.tryLock())).isFalse();

    assertThat(bob.says(() -> Thread.currentThread().isInterrupted())).isTrue();
    alice.does(others::unlock);
  }

  @Test
  void tryLock_whileAThreadOfThisClientWaits_isFalseAndLeavesItWaiting() {
    Actor alice = holderOf(others);
    Actor bob = actor("bob");
    CompletableFuture<?> waiting = bob.starts(lock::lock);
    awaitQueueLength(1);

    assertThat(lock.tryLock()).isFalse();

    assertThat(others.inspect().queueLength()).isOne();
    alice.does(others::unlock);
    assertThat(waiting).succeedsWithin(LIMIT);
    bob.does(lock::unlock);
  }

  @Test
  void tryLockTimed_waitZeroOrLess_doesNotWait() throws Exception {
    Actor alice = holderOf(others);
    for (long wait : new long[] {0, -1, Long.MIN_VALUE}) {
      assertThat(lock.tryLock(wait, TimeUnit.DAYS)).isFalse();
      assertThat(lock.tryLock(wait, TimeUnit.NANOSECONDS)).isFalse();
      assertThat(lock.tryLock(wait, 30, TimeUnit.SECONDS)).isFalse();
      assertThat(lock.tryLock(Duration.ofSeconds(wait), LEASE)).isFalse();
    }
    awaitQueueLength(0);
    alice.does(others::unlock);
  }

  @Test
  void tryLockTimed_waitZeroOrLessAndFree_acquires() throws Exception {
    assertThat(lock.tryLock(0, TimeUnit.SECONDS)).isTrue();
    lock.unlock();
    assertThat(lock.tryLock(Duration.ofDays(-1), LEASE)).isTrue();
    lock.unlock();
    assertThat(lock.tryLock(-7, 30_000, TimeUnit.MILLISECONDS)).isTrue();
    lock.unlock();
  }

  @Test
  void tryLockTimed_heldByAnotherClient_isFalseAfterTheWaitAndLeavesTheQueue() throws Exception {
    Actor alice = holderOf(others);
    long start = System.nanoTime();

    assertThat(lock.tryLock(200, TimeUnit.MILLISECONDS)).isFalse();

    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isBetween(Duration.ofMillis(200), LIMIT);
    assertThat(lock.getHoldCount()).isZero();
    awaitQueueLength(0);
    alice.does(others::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void tryLockTimed_heldByAnotherThread_isFalseAfterTheWait() throws Exception {
    Actor alice = holderOf(lock);
    long start = System.nanoTime();

    assertThat(lock.tryLock(Duration.ofMillis(200), LEASE)).isFalse();

    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isBetween(Duration.ofMillis(200), LIMIT);
    alice.does(lock::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void tryLockTimed_timedOut_leavesTheOtherWaitersOfTheClientInTheQueue() throws Exception {
    Actor alice = holderOf(others);
    Actor bob = actor("bob");
    CompletableFuture<?> waiting = bob.starts(lock::lock);
    awaitQueueLength(1);

    assertThat(lock.tryLock(50, TimeUnit.MILLISECONDS)).isFalse();

    alice.does(others::unlock);
    assertThat(waiting).succeedsWithin(LIMIT);
    bob.does(lock::unlock);
  }

  @Test
  void tryLockTimed_releasedMeanwhile_acquires() {
    Actor alice = holderOf(others);
    Actor bob = actor("bob");
    CompletableFuture<Boolean> waiting = bob.begins(() -> lock.tryLock(1, TimeUnit.MINUTES));
    awaitQueueLength(1);

    alice.does(others::unlock);

    assertThat(waiting).succeedsWithin(LIMIT).isEqualTo(true);
    assertThat(bob.says(lock::getHoldCount)).isOne();
    bob.does(lock::unlock);
  }

  @Test
  void tryLockTimed_heldByThisThread_countsUpWithoutWaiting() throws Exception {
    lock.lock();
    assertThat(lock.tryLock(0, TimeUnit.SECONDS)).isTrue();
    assertThat(lock.tryLock(Duration.ZERO, LEASE)).isTrue();
    assertThat(lock.tryLock(0, 30, TimeUnit.SECONDS)).isTrue();
    assertThat(lock.getHoldCount()).isEqualTo(4);
    for (int i = 0; i < 4; i++) {
      lock.unlock();
    }
    assertThat(others.isLocked()).isFalse();
  }

  @Test
  @DisplayName("failure 71: the longest wait there is")
  void tryLockTimed_waitTooLarge_waits() {
    for (TimeUnit unit : TimeUnit.values()) {
      assertWaits(() -> lock.tryLock(Long.MAX_VALUE, unit));
    }
    assertWaits(() -> lock.tryLock(TOO_LARGE, LEASE));
  }

  private void assertWaits(Callable<Boolean> call) {
    Actor alice = holderOf(others);
    Actor bob = actor("bob");
    CompletableFuture<Boolean> waiting = bob.begins(call);
    awaitQueueLength(1);

    alice.does(others::unlock);

    assertThat(waiting).succeedsWithin(LIMIT).isEqualTo(true);
    bob.does(lock::unlock);
  }
}
