package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Timed waits for a signal: their results, and that the lock is held again. */
@SuppressWarnings({
  "LockNotBeforeTry", // a failed test ends its clients, and so their holds
  "WaitNotInLoop" // what wakes is what is looked at
})
public abstract class TimedAwaitContract extends ContractSuite {

  private static final Date FAR = Date.from(Instant.ofEpochMilli(Long.MAX_VALUE));

  private Condition condition;
  private Condition othersCondition;

  @BeforeEach
  void openConditions() {
    condition = lock.newCondition("c");
    othersCondition = others.newCondition("c");
  }

  private void signalByOther() {
    underLock(others, othersCondition::signal);
  }

  @Test
  void awaitNanos_signalled_saysWhatIsLeft() {
    long asked = TimeUnit.MINUTES.toNanos(1);
    long start = System.nanoTime();
    Sleeper<Long> sleeper = timedSleeper(lock, () -> condition.awaitNanos(asked));
    long asleep = System.nanoTime();
    stays(Duration.ofMillis(30), "asleep", () -> !sleeper.isAwake());
    long slept = System.nanoTime() - asleep;

    signalByOther();

    long left = sleeper.wakesAndUnlocks();
    assertThat(left).isBetween(asked - (System.nanoTime() - start), asked - slept);
  }

  @Test
  void timedAwait_nobodySignals_saysSoAfterTheTimeHoldingTheLock() {
    Duration time = Duration.ofMillis(100);
    Actor alice = holderOf(lock);
    alice.does(lock::lock);
    long start = System.nanoTime();
    assertThat(alice.says(() -> condition.await(time.toMillis(), TimeUnit.MILLISECONDS))).isFalse();
    assertThat(System.nanoTime() - start).isBetween(time.toNanos(), LIMIT.toNanos());
    assertThat(alice.says(lock::getHoldCount)).isEqualTo(2);

    start = System.nanoTime();
    assertThat(alice.says(() -> condition.awaitNanos(time.toNanos()))).isNotPositive();
    assertThat(System.nanoTime() - start).isBetween(time.toNanos(), LIMIT.toNanos());
    assertThat(alice.says(lock::getHoldCount)).isEqualTo(2);

    Date date = Date.from(Instant.now().plus(time));
    assertThat(alice.says(() -> condition.awaitUntil(date))).isFalse();
    assertThat(Instant.now()).isAfterOrEqualTo(date.toInstant());
    assertThat(alice.says(lock::getHoldCount)).isEqualTo(2);
    alice.does(lock::unlock);
    alice.does(lock::unlock);
  }

  @Test
  void timedAwait_signalled_isTrue() {
    Sleeper<Boolean> timed = timedSleeper(lock, () -> condition.await(1, TimeUnit.MINUTES));
    signalByOther();
    assertThat(timed.wakesAndUnlocks()).isTrue();

    Date date = Date.from(Instant.now().plusSeconds(60));
    Sleeper<Boolean> dated = timedSleeper(lock, () -> condition.awaitUntil(date));
    signalByOther();
    assertThat(dated.wakesAndUnlocks()).isTrue();
  }

  @Test
  void timedAwait_timeTooLong_waits() {
    Sleeper<Boolean> days =
        timedSleeper(lock, () -> condition.await(Long.MAX_VALUE, TimeUnit.DAYS));
    signalByOther();
    assertThat(days.wakesAndUnlocks()).isTrue();

    Sleeper<Long> nanos = timedSleeper(lock, () -> condition.awaitNanos(Long.MAX_VALUE));
    signalByOther();
    assertThat(nanos.wakesAndUnlocks()).isPositive();

    Sleeper<Boolean> dated = timedSleeper(lock, () -> condition.awaitUntil(FAR));
    signalByOther();
    assertThat(dated.wakesAndUnlocks()).isTrue();
  }

  @Test
  void timedAwait_noTimeLeft_letsAWaiterThroughAndReturns() {
    letsAWaiterThrough(() -> condition.awaitNanos(0) <= 0);
    letsAWaiterThrough(() -> condition.awaitNanos(Long.MIN_VALUE) <= 0);
    letsAWaiterThrough(() -> !condition.await(0, TimeUnit.DAYS));
    letsAWaiterThrough(() -> !condition.await(-1, TimeUnit.DAYS));
    letsAWaiterThrough(() -> !condition.awaitUntil(Date.from(Instant.EPOCH)));
    letsAWaiterThrough(
        () -> !condition.awaitUntil(Date.from(Instant.ofEpochMilli(Long.MIN_VALUE))));
  }

  private void letsAWaiterThrough(Callable<Boolean> isOver) {
    Actor alice = holderOf(lock);
    alice.does(lock::lock);
    long before = alice.says(lock::token);
    CompletableFuture<Long> turn =
        others.withLockAsync(hold -> CompletableFuture.completedFuture(hold.token()));
    awaitQueueLength(1);

    assertThat(assertThat(alice.begins(isOver)).succeedsWithin(LIMIT).actual()).isTrue();

    assertThat(alice.says(lock::getHoldCount)).isEqualTo(2);
    long between = Actor.succeeds(turn);
    assertThat(between).isGreaterThan(before).isLessThan(alice.says(lock::token));
    alice.does(lock::unlock);
    alice.does(lock::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void timedAwait_overWhileAnotherHolds_returnsWhenTheLockIsItsAgain() {
    Actor bob = actor("bob");
    Sleeper<Boolean> sleeper =
        lockedOut(bob, lock, () -> condition.await(100, TimeUnit.MILLISECONDS));
    awaitQueueLength(1);
    stays(Duration.ofMillis(100), "locked out", () -> !sleeper.isAwake());

    bob.does(others::unlock);

    assertThat(sleeper.wakesAndUnlocks()).isFalse();
  }

  @Test
  void timedAwait_signalledInTimeAndLockedOutBeyondIt_isTrueWithNothingLeft() {
    long time = TimeUnit.MILLISECONDS.toNanos(2500);
    assertThat(signalledInTime(time, () -> condition.await(time, TimeUnit.NANOSECONDS))).isTrue();
    assertThat(signalledInTime(time, () -> condition.awaitNanos(time))).isNotPositive();
  }

  private <T> T signalledInTime(long time, Callable<T> await) {
    Actor bob = actor("bob");
    Sleeper<T> sleeper = lockedOut(bob, lock, await);
    bob.does(othersCondition::signal);
    stays(Duration.ofNanos(time), "locked out", () -> !sleeper.isAwake());

    bob.does(others::unlock);

    return sleeper.wakesAndUnlocks();
  }
}
