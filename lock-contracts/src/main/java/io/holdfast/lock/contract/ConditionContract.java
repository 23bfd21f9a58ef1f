package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What {@link Condition} promises to a waiter: it releases the lock completely, and holds it again
 * after every outcome. For signals see {@link SignalContract}, for interrupts {@link
 * ConditionInterruptContract}.
 */
@SuppressWarnings({
  "LockNotBeforeTry", // a failed test ends its clients, and so their holds
  "WaitNotInLoop" // what wakes is what is looked at
})
public abstract class ConditionContract extends ContractSuite {

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

  private List<TestThreads.Body> everyMethod() {
    return List.of(
        condition::await,
        condition::awaitUninterruptibly,
        () -> condition.awaitNanos(TimeUnit.MINUTES.toNanos(1)),
        () -> condition.awaitNanos(0),
        () -> condition.await(1, TimeUnit.MINUTES),
        () -> condition.awaitUntil(FAR),
        () -> condition.awaitUntil(Date.from(Instant.EPOCH)),
        condition::signal,
        condition::signalAll);
  }

  @Test
  void await_reentrantHold_freesTheLockAndRestoresTheCount() {
    Actor alice = holderOf(lock);
    alice.does(lock::lock);
    alice.does(lock::lock);
    Sleeper<Boolean> sleeper = fallAsleep(alice, lock, () -> awaited(condition));

    Actor bob = holderOf(others);
    bob.does(othersCondition::signal);
    bob.does(others::unlock);

    sleeper.wakes();
    for (int count = 3; count > 0; count--) {
      assertThat(alice.says(lock::getHoldCount)).isEqualTo(count);
      assertThat(others.isLocked()).isTrue();
      alice.does(lock::unlock);
    }
    assertThat(alice.says(lock::getHoldCount)).isZero();
    awaitFreeAndUnwanted();
  }

  private static boolean awaited(Condition condition) throws InterruptedException {
    condition.await();
    return true;
  }

  @Test
  void await_anotherClientWaits_handsTheLockOver() {
    Actor alice = holderOf(lock);
    Actor bob = actor("bob");
    CompletableFuture<?> waiting = bob.starts(others::lock);
    awaitQueueLength(1);
    stays(A_WHILE, "it waits; its second question is over", () -> !waiting.isDone());

    CompletableFuture<?> asleep = alice.starts(() -> awaited(condition));

    assertThat(waiting).succeedsWithin(LIMIT);
    bob.does(othersCondition::signal);
    bob.does(others::unlock);
    assertThat(asleep).succeedsWithin(LIMIT);
    alice.does(lock::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void await_signalled_hasANewHoldWithAHigherToken() {
    Actor alice = holderOf(lock);
    Hold before = alice.says(lock::currentHold).orElseThrow();
    CompletableFuture<LossCause> loss = new CompletableFuture<>();
    before.onLost(loss::complete);
    Sleeper<Boolean> sleeper = fallAsleep(alice, lock, () -> awaited(condition));
    assertThat(before.isValid()).isFalse();

    Actor bob = holderOf(others);
    long between = bob.says(others::token);
    bob.does(othersCondition::signal);
    bob.does(others::unlock);

    sleeper.wakes();
    Hold after = alice.says(lock::currentHold).orElseThrow();
    assertThat(after.isValid()).isTrue();
    assertThat(after.token()).isEqualTo(alice.says(lock::token)).isGreaterThan(between);
    assertThat(between).isGreaterThan(before.token());
    assertThat(before.isValid()).isFalse();
    assertThat(loss).as("released, not lost").isNotDone();
    alice.does(lock::unlock);
  }

  @Test
  void everyMethod_notHeld_throwsAndChangesNothing() throws Exception {
    for (TestThreads.Body call : everyMethod()) {
      assertNotTheOwner(actor("never"), call);
    }
    awaitFreeAndUnwanted();

    Actor otherThread = holderOf(lock);
    for (TestThreads.Body call : everyMethod()) {
      assertNotTheOwner(actor("not the owner"), call);
    }
    assertThat(otherThread.says(lock::getHoldCount)).isOne();
    otherThread.does(lock::unlock);

    Actor otherClient = holderOf(others);
    for (TestThreads.Body call : everyMethod()) {
      assertNotTheOwner(actor("of another client"), call);
    }
    assertThat(otherClient.says(others::getHoldCount)).isOne();
    otherClient.does(others::unlock);

    Actor handler = actor("has a handle");
    try (Hold handle = handler.says(() -> lock.acquire())) {
      for (TestThreads.Body call : everyMethod()) {
        assertNotTheOwner(handler, call);
      }
      assertThat(handle.isValid()).isTrue();
    }

    Actor former = holderOf(lock);
    former.does(lock::unlock);
    for (TestThreads.Body call : everyMethod()) {
      assertNotTheOwner(former, call);
    }
  }

  private static void assertNotTheOwner(Actor actor, TestThreads.Body call) {
    assertThat(actor.failsIn(call)).isExactlyInstanceOf(IllegalMonitorStateException.class);
  }

  @Test
  void everyMethod_holdLost_tellsTheLossOnce() {
    for (TestThreads.Body call : everyMethod()) {
      Actor alice = holderOf(lock);
      alice.does(lock::lock);
      Hold hold = alice.says(lock::currentHold).orElseThrow();
      assertThat(others.forceUnlock()).isTrue();
      eventually().isTrue("the loss is known", () -> !hold.isValid());

      assertThat(alice.failsIn(call))
          .isInstanceOfSatisfying(
              LeaseLostException.class,
              loss -> assertThat(loss.lossCause()).isEqualTo(LossCause.FORCED));

      assertNotTheOwner(alice, call);
      assertNotTheOwner(alice, lock::unlock);
    }
    awaitFreeAndUnwanted();
  }

  @Test
  void everyMethod_lossNotYetKnown_isFoundByTheServerAndTold() {
    requireServer();
    String key = fixture().keys(name).get(0);
    for (TestThreads.Body call : everyMethod()) {
      Actor alice = holderOf(lock);
      fixture().servers().forEach(server -> server.admin().number("DEL", key));

      assertThat(alice.failsIn(call)).isInstanceOf(LeaseLostException.class);

      assertThat(alice.says(lock::getHoldCount)).isZero();
      assertNotTheOwner(alice, call);
    }
    awaitFreeAndUnwanted();
  }

  @Test
  void await_signalledByAHolderThatKeepsTheLock_returnsWhenTheLockIsItsAgain() {
    Sleeper<Boolean> sleeper = sleeper(lock, condition::await);
    Actor bob = holderOf(others);
    bob.does(othersCondition::signal);
    stays(Duration.ofMillis(100), "locked out", () -> !sleeper.isAwake());
    assertThat(bob.says(others::isHeldByCurrentThread)).isTrue();

    bob.does(others::unlock);

    sleeper.wakesAndUnlocks();
  }

  @Test
  void await_threadsOfTheSameClientWantTheLock_letsThemThrough() {
    Actor alice = holderOf(lock);
    Actor bob = actor("bob");
    CompletableFuture<?> locking = bob.starts(lock::lock);
    bob.awaitParked(locking);
    CompletableFuture<Boolean> awaiting = alice.begins(() -> awaited(condition));

    Actor.succeeds(locking);
    assertThat(awaiting).isNotDone();
    bob.does(condition::signal);
    bob.does(lock::unlock);

    Actor.succeeds(awaiting);
    assertThat(alice.says(lock::isHeldByCurrentThread)).isTrue();
    alice.does(lock::unlock);
  }

  @Test
  void await_fixedLease_isOutlivedByTheWaitAndComesBackWithTheLock() {
    Actor alice = actor("alice");
    alice.does(() -> lock.lock(SHORT_LEASE));
    Sleeper<Boolean> sleeper = fallAsleep(alice, lock, () -> awaited(condition));
    stays(BEYOND_SHORT_LEASE, "asleep", () -> !sleeper.isAwake());

    signalByOther();

    sleeper.wakes();
    Hold hold = alice.says(lock::currentHold).orElseThrow();
    assertThat(hold.remaining()).isPositive().isLessThanOrEqualTo(SHORT_LEASE);
    eventually().isTrue("the lease ends", () -> !hold.isValid());
    assertThat(alice.failsIn(lock::unlock)).isInstanceOf(LeaseLostException.class);
    awaitFreeAndUnwanted();
  }

  @Test
  void await_renewedLease_isRenewedAfterTheWait() {
    DistributedLock brief = open(ClientSpec.defaults().lease(SHORT_LEASE)).lock(name);
    Condition briefs = brief.newCondition("c");
    Sleeper<Boolean> sleeper = sleeper(brief, briefs::await);
    signalByOther();
    sleeper.wakes();
    Hold hold = sleeper.actor().says(brief::currentHold).orElseThrow();
    stays(BEYOND_SHORT_LEASE, "held", () -> hold.isValid() && others.isLocked());
    sleeper.actor().does(brief::unlock);
  }
}
