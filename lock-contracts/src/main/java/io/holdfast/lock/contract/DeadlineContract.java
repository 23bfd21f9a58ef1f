package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A timed wait lasts for its limit, and no longer. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class DeadlineContract extends TimeSuite {

  /** The limit of a wait. */
  /** How much of the limit is left when the test checks that the wait goes on. */
  private static final Duration LAST = Duration.ofSeconds(30);

  private Duration limit;

  @BeforeEach
  void setLimit() {
    limit = time.lease().multipliedBy(2);
  }

  /**
   * All of the limit except its last part passes, while the holder is renewed; the wait goes on.
   */
  private void almostPasses(Hold hold, CompletableFuture<?> waiting) {
    for (int i = 0; i < 3; i++) {
      time.halfALeasePasses(hold);
    }
    time.awaitRenewed(hold);
    if (time.isVirtual()) {
      time.passes(time.halfALease().minus(LAST));
      time.awaitRenewed(hold);
    }
    waits(waiting);
  }

  private void waits(CompletableFuture<?> waiting) {
    if (time.isVirtual()) {
      stays(A_WHILE, "waits", () -> !waiting.isDone());
    }
  }

  @Test
  void tryLock_timeOver_isFalseAndNotBefore() {
    Actor alice = holderOf(others);
    Hold hold = holdOf(alice, others);
    Actor bob = actor("bob");
    CompletableFuture<Boolean> waiting =
        bob.begins(() -> lock.tryLock(limit.toMillis(), TimeUnit.MILLISECONDS));
    awaitQueueLength(1);

    almostPasses(hold, waiting);
    time.passes(time.halfALease());

    assertThat(waiting).succeedsWithin(LIMIT).isEqualTo(false);
    awaitQueueLength(0);
    alice.does(others::unlock);
  }

  @Test
  void tryLock_freeJustInTime_isTrue() {
    Actor alice = holderOf(others);
    Actor bob = actor("bob");
    CompletableFuture<Boolean> waiting =
        bob.begins(() -> lock.tryLock(limit.toMillis(), TimeUnit.MILLISECONDS));
    awaitQueueLength(1);

    almostPasses(holdOf(alice, others), waiting);
    alice.does(others::unlock);

    assertThat(waiting).succeedsWithin(LIMIT).isEqualTo(true);
    bob.does(lock::unlock);
  }

  @Test
  void acquireAsync_timeOver_failsAndNotBefore() {
    Actor alice = holderOf(others);
    Hold hold = holdOf(alice, others);
    CompletableFuture<Hold> waiting =
        lock.acquireAsync(AcquireOptions.defaults().waitAtMost(limit));
    awaitQueueLength(1);

    almostPasses(hold, waiting);
    time.passes(time.halfALease());

    assertThat(Actor.failure(waiting)).isInstanceOf(LockTimeoutException.class);
    awaitQueueLength(0);
    alice.does(others::unlock);
  }

  @Test
  @SuppressWarnings("WaitNotInLoop") // the test checks its result
  void awaitNanos_timeOver_saysSoAndNotBefore() {
    Condition condition = lock.newCondition("c");
    Sleeper<Long> sleeper = timedSleeper(lock, () -> condition.awaitNanos(limit.toNanos()));
    Actor alice = holderOf(others);
    almostPasses(holdOf(alice, others), sleeper.awakening());
    alice.does(others::unlock);
    waits(sleeper.awakening()); // a waiter that had given up would have the lock now

    time.passes(time.halfALease());

    assertThat(sleeper.wakesAndUnlocks()).isNotPositive();
  }
}
