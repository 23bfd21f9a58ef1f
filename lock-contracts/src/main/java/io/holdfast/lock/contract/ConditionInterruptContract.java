package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.concurrent.TestThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Interrupts before, during and after a wait for a signal. In each case the lock is held
 * afterwards.
 */
@SuppressWarnings({
  "LockNotBeforeTry", // a failed test ends its clients, and so their holds
  "WaitNotInLoop" // what wakes is what is looked at
})
public abstract class ConditionInterruptContract extends ContractSuite {

  private static final Date FAR = Date.from(Instant.ofEpochMilli(Long.MAX_VALUE));

  private Condition condition;
  private Condition othersCondition;

  @BeforeEach
  void openConditions() {
    condition = lock.newCondition("c");
    othersCondition = others.newCondition("c");
  }

  private List<TestThreads.Body> interruptibleCalls() {
    return List.of(
        condition::await,
        () -> condition.awaitNanos(TimeUnit.MINUTES.toNanos(1)),
        () -> condition.await(1, TimeUnit.MINUTES),
        () -> condition.awaitUntil(FAR));
  }

  private static boolean isInterrupted(Actor actor) {
    return actor.says(() -> Thread.currentThread().isInterrupted());
  }

  private static boolean wasInterrupted(Actor actor) {
    return actor.says(Thread::interrupted);
  }

  @Test
  void interruptibleCall_flagSetBefore_throwsAtOnceAndKeepsTheHold() {
    for (TestThreads.Body call : interruptibleCalls()) {
      assertThrowsAndKeepsTheHold(call);
    }
    assertThrowsAndKeepsTheHold(() -> condition.awaitNanos(0));
    assertThrowsAndKeepsTheHold(() -> condition.await(-1, TimeUnit.SECONDS));
    assertThrowsAndKeepsTheHold(() -> condition.awaitUntil(Date.from(Instant.EPOCH)));
  }

  private void assertThrowsAndKeepsTheHold(TestThreads.Body call) {
    Actor alice = holderOf(lock);
    alice.does(lock::lock);
    long token = alice.says(lock::token);
    alice.thread().interrupt();

    assertThat(alice.failsIn(call)).isInstanceOf(InterruptedException.class);

    assertThat(isInterrupted(alice)).isFalse();
    assertThat(alice.says(lock::getHoldCount)).isEqualTo(2);
    assertThat(alice.says(lock::token)).as("never let go").isEqualTo(token);
    alice.does(lock::unlock);
    alice.does(lock::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void interruptibleCall_flagSetAndNotHeld_isNotTheOwnersOrInterrupted() {
    Actor alice = actor("alice");
    alice.thread().interrupt();
    assertThat(alice.failsIn(condition::await))
        .isInstanceOfAny(IllegalMonitorStateException.class, InterruptedException.class);
  }

  @Test
  void interruptibleCall_interruptedWhileWaiting_throwsHoldingTheLockAndLeavesItsPlace() {
    for (TestThreads.Body call : interruptibleCalls()) {
      Actor alice = holderOf(lock);
      alice.does(lock::lock);
      Sleeper<Boolean> sleeper = fallAsleep(alice, lock, () -> done(call));

      alice.thread().interrupt();

      assertThat(sleeper.fails()).isInstanceOf(InterruptedException.class);
      assertThat(isInterrupted(alice)).isFalse();
      assertThat(alice.says(lock::getHoldCount)).isEqualTo(2);
      assertThat(others.isLocked()).isTrue();
      alice.does(lock::unlock);
      alice.does(lock::unlock);
      assertNoPlaceIsLeft();
    }
  }

  private static boolean done(TestThreads.Body call) throws Exception {
    call.run();
    return true;
  }

  /** No earlier waiter takes the signal that is for this one. */
  private void assertNoPlaceIsLeft() {
    Sleeper<Boolean> next = sleeper(others, othersCondition::await);
    underLock(others, othersCondition::signal);
    next.wakesAndUnlocks();
    awaitFreeAndUnwanted();
  }

  @Test
  void timedAwait_over_leavesNoPlace() {
    underLock(lock, () -> assertThat(condition.await(20, TimeUnit.MILLISECONDS)).isFalse());
    underLock(lock, () -> assertThat(condition.awaitNanos(0)).isNotPositive());
    assertNoPlaceIsLeft();
  }

  @Test
  void await_interruptedWhileAnotherHolds_throwsWhenTheLockIsItsAgain() {
    Sleeper<Boolean> sleeper = sleeper(lock, condition::await);
    Actor bob = holderOf(others);

    sleeper.actor().thread().interrupt();
    awaitQueueLength(1);
    stays(Duration.ofMillis(50), "locked out", () -> !sleeper.isAwake());
    bob.does(othersCondition::signal); // it wakes no thread: this one has left the condition
    bob.does(others::unlock);

    assertThat(sleeper.fails()).isInstanceOf(InterruptedException.class);
    assertThat(isInterrupted(sleeper.actor())).isFalse();
    assertThat(sleeper.actor().says(lock::getHoldCount)).isOne();
    sleeper.actor().does(lock::unlock);
  }

  @Test
  void await_interruptedAfterTheSignalOfAThreadOfTheSameClient_returnsWithTheFlag() {
    Sleeper<Boolean> sleeper = sleeper(lock, condition::await);
    Actor bob = holderOf(lock);
    bob.does(condition::signal);
    assertReturnsWithTheFlag(sleeper, bob, lock::unlock);
  }

  @Test
  void await_interruptedAfterTheSignalOfAnotherClient_returnsWithTheFlag() {
    for (TestThreads.Body call : interruptibleCalls()) {
      Sleeper<Boolean> sleeper = sleeper(lock, call);
      Actor bob = holderOf(others);
      bob.does(othersCondition::signal);
      assertReturnsWithTheFlag(sleeper, bob, others::unlock);
    }
  }

  private void assertReturnsWithTheFlag(
      Sleeper<Boolean> sleeper, Actor holder, TestThreads.Body unlock) {
    sleeper.actor().thread().interrupt();
    stays(Duration.ofMillis(30), "locked out", () -> !sleeper.isAwake());
    holder.does(unlock);

    sleeper.wakes();
    assertThat(wasInterrupted(sleeper.actor())).isTrue();
    sleeper.actor().does(lock::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void timedAwait_interruptedAfterItsTime_saysThatItIsOverWithTheFlag() {
    Actor bob = actor("bob");
    Sleeper<Boolean> sleeper =
        lockedOut(bob, lock, () -> condition.await(30, TimeUnit.MILLISECONDS));
    awaitQueueLength(1); // its time is over: it wants the lock
    sleeper.actor().thread().interrupt();
    stays(Duration.ofMillis(30), "locked out", () -> !sleeper.isAwake());
    bob.does(others::unlock);

    assertThat(sleeper.wakes()).isFalse();
    assertThat(wasInterrupted(sleeper.actor())).isTrue();
    sleeper.actor().does(lock::unlock);
  }

  @Test
  void awaitUninterruptibly_flagSetBefore_waitsAndKeepsTheFlag() {
    Actor alice = holderOf(lock);
    alice.thread().interrupt();
    Sleeper<Boolean> sleeper = fallAsleep(alice, lock, () -> done(condition::awaitUninterruptibly));
    stays(Duration.ofMillis(50), "asleep", () -> !sleeper.isAwake());

    underLock(others, othersCondition::signal);

    assertThat(Actor.succeeds(sleeper.awakening())).isTrue();
    assertThat(wasInterrupted(alice)).isTrue();
    assertThat(alice.says(lock::getHoldCount)).isOne();
    alice.does(lock::unlock);
  }

  @Test
  void awaitUninterruptibly_interruptedWhileWaiting_goesOnWaiting() {
    Sleeper<Boolean> sleeper = sleeper(lock, condition::awaitUninterruptibly);
    for (int i = 0; i < 3; i++) {
      sleeper.actor().thread().interrupt();
      stays(Duration.ofMillis(30), "asleep", () -> !sleeper.isAwake());
    }
    assertThat(others.inspect().queueLength()).as("does not want the lock").isZero();

    underLock(others, othersCondition::signal);

    assertThat(Actor.succeeds(sleeper.awakening())).isTrue();
    assertThat(wasInterrupted(sleeper.actor())).isTrue();
    assertThat(sleeper.actor().says(lock::isHeldByCurrentThread)).isTrue();
    sleeper.actor().does(lock::unlock);
  }

  @Test
  void await_interruptedTwiceWhileAnotherHolds_throwsHoldingTheLock() {
    Sleeper<Boolean> sleeper = sleeper(lock, condition::await);
    Actor bob = holderOf(others);
    sleeper.actor().thread().interrupt();
    awaitQueueLength(1);
    sleeper.actor().thread().interrupt();
    stays(Duration.ofMillis(30), "locked out", () -> !sleeper.isAwake());
    bob.does(others::unlock);

    assertThat(sleeper.fails()).isInstanceOf(InterruptedException.class);
    assertThat(sleeper.actor().says(lock::getHoldCount)).isOne();
    sleeper.actor().does(lock::unlock);
  }
}
