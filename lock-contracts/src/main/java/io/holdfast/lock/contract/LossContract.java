package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Lost holds: the owner is told once, and interrupted if it wants to be; waiters go on. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class LossContract extends ContractSuite {

  private final BlockingQueue<LossCause> causes = new LinkedBlockingQueue<>();

  /** A thread that held the lock this many times, until just now. */
  private Actor loser(int count) {
    Actor alice = actor("alice");
    for (int i = 0; i < count; i++) {
      alice.does(lock::lock);
    }
    Hold hold = alice.says(lock::currentHold).orElseThrow();
    assertThat(others.forceUnlock()).isTrue();
    eventually().isTrue("the loss is known", () -> !hold.isValid());
    return alice;
  }

  private LossCause nextCause() throws InterruptedException {
    LossCause cause = causes.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
    return assertThat(cause).as("a loss").isNotNull().actual();
  }

  @Test
  void callOfTheOwner_afterALoss_throwsOnce() {
    List<TestThreads.Body> telling =
        List.of(
            lock::lock,
            lock::lockInterruptibly,
            lock::tryLock,
            () -> lock.tryLock(1, TimeUnit.SECONDS),
            () -> lock.lock(Duration.ofSeconds(9)),
            lock::token,
            lock::unlock);
    for (TestThreads.Body call : telling) {
      Actor alice = loser(2);

      assertThat(alice.failsIn(call))
          .isInstanceOfSatisfying(
              LeaseLostException.class,
              loss -> assertThat(loss.lossCause()).isEqualTo(LossCause.FORCED));

      assertTold(alice);
    }
  }

  private void assertTold(Actor alice) {
    assertThat(alice.failsIn(lock::unlock))
        .isInstanceOf(IllegalMonitorStateException.class)
        .isNotInstanceOf(LeaseLostException.class);
    alice.does(lock::lock);
    assertThat(alice.says(lock::getHoldCount)).isOne();
    alice.does(lock::unlock);
    awaitFreeAndUnwanted();
  }

  /** What a logger may call that knows nothing of locks. */
  private void isShown(Actor alice) {
    for (int i = 0; i < 3; i++) {
      assertThat(alice.says(lock::isHeldByCurrentThread)).isFalse();
      assertThat(alice.says(lock::getHoldCount)).isZero();
      assertThat(alice.says(lock::currentHold)).isEmpty();
    }
  }

  @Test
  @DisplayName("failure 136: a caller asks whether a lost lock is held, before its owner unlocks")
  void callOfTheOwner_afterALossThatWasShown_throwsOnce() {
    for (TestThreads.Body call : List.<TestThreads.Body>of(lock::unlock, lock::token)) {
      Actor alice = loser(3);
      isShown(alice);

      assertThat(alice.failsIn(call))
          .isInstanceOfSatisfying(
              LeaseLostException.class,
              loss -> assertThat(loss.lossCause()).isEqualTo(LossCause.FORCED));

      assertThat(alice.says(lock::isHeldByCurrentThread)).isFalse();
      assertTold(alice);
    }
  }

  @Test
  @DisplayName("failure 136: an owner that has seen its loss locks again")
  void lock_afterALossThatWasShown_beginsAnew() {
    List<TestThreads.Body> locking =
        List.of(
            lock::lock,
            lock::lockInterruptibly,
            lock::tryLock,
            () -> lock.tryLock(LIMIT.toSeconds(), TimeUnit.SECONDS));
    for (TestThreads.Body call : locking) {
      Actor alice = loser(3);
      isShown(alice);

      alice.does(call);

      assertThat(alice.says(lock::getHoldCount)).isOne();
      alice.does(lock::unlock);
      assertTold(alice);
    }
  }

  @Test
  @DisplayName("failure 136: an owner that has seen the loss of one hold loses another")
  void loss_afterOneThatWasShown_isToldByTheNextLock() {
    Actor alice = loser(1);
    isShown(alice);
    alice.does(lock::lock);
    Hold hold = alice.says(lock::currentHold).orElseThrow();
    assertThat(others.forceUnlock()).isTrue();
    eventually().isTrue("the loss is known", () -> !hold.isValid());

    assertThat(alice.failsIn(lock::lock))
        .isInstanceOfSatisfying(
            LeaseLostException.class, loss -> assertThat(loss.token()).isEqualTo(hold.token()));

    assertTold(alice);
  }

  @Test
  void loss_ofOneThread_isNotToldToAnother() {
    Actor alice = loser(1);
    Actor bob = actor("bob");
    assertThat(bob.failsIn(lock::unlock)).isNotInstanceOf(LeaseLostException.class);
    bob.does(lock::lock);
    bob.does(lock::unlock);
    assertThat(alice.failsIn(lock::unlock)).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void loss_ofOneLock_isNotToldByAnother() {
    LockClient client = open(ClientSpec.defaults());
    DistributedLock one = client.lock(name);
    DistributedLock two = client.lock(name + "-two");
    Actor alice = holderOf(one);
    Hold hold = alice.says(one::currentHold).orElseThrow();
    assertThat(others.forceUnlock()).isTrue();
    eventually().isTrue("the loss is known", () -> !hold.isValid());

    alice.does(two::lock);
    alice.does(two::unlock);
    assertThat(alice.failsIn(one::unlock)).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void forced_hold_tellsItsCallbacksOnce() throws Exception {
    Hold hold = lock.acquire();
    hold.onLost(causes::add);
    hold.onLost(causes::add);

    assertThat(others.forceUnlock()).isTrue();

    assertThat(nextCause()).isEqualTo(LossCause.FORCED);
    assertThat(nextCause()).isEqualTo(LossCause.FORCED);
    assertThat(hold.isValid()).isFalse();
    assertThat(hold.remaining()).isZero();
    assertThatThrownBy(hold::close)
        .isInstanceOfSatisfying(
            LeaseLostException.class,
            loss -> {
              assertThat(loss.token()).isEqualTo(hold.token());
              assertThat(loss.lossCause()).isEqualTo(LossCause.FORCED);
            });
    assertThatCode(hold::close).doesNotThrowAnyException();
    assertThat(causes).isEmpty();
  }

  @Test
  void releaseAsync_lost_failsOnce() throws Exception {
    Hold hold = lock.acquire();
    assertThat(others.forceUnlock()).isTrue();
    eventually().isTrue("the loss is known", () -> !hold.isValid());

    assertThat(Actor.failure(hold.releaseAsync())).isInstanceOf(LeaseLostException.class);
    assertThat(hold.releaseAsync()).succeedsWithin(LIMIT);
  }

  @Test
  void onLost_registeredAfterTheLoss_runsAtOnce() throws Exception {
    Hold hold = lock.acquire();
    assertThat(others.forceUnlock()).isTrue();
    eventually().isTrue("the loss is known", () -> !hold.isValid());

    hold.onLost(causes::add);
    assertThat(nextCause()).isEqualTo(LossCause.FORCED);

    assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);
    hold.onLost(causes::add);
    assertThat(nextCause()).isEqualTo(LossCause.FORCED);
  }

  @Test
  void onLost_released_neverRuns() throws Exception {
    Hold hold = lock.acquire();
    hold.onLost(causes::add);
    hold.close();
    hold.onLost(causes::add);

    Hold next = lock.acquire();
    next.onLost(causes::add);
    assertThat(others.forceUnlock()).isTrue();
    assertThat(nextCause()).isEqualTo(LossCause.FORCED);
    open(ClientSpec.defaults()).close();
    assertThat(causes).isEmpty();
    assertThatThrownBy(next::close).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void forced_withAWaiterOfAnotherClient_isItsAtOnce() {
    Actor alice = holderOf(lock);
    Actor bob = actor("bob");
    CompletableFuture<?> waiting = bob.starts(others::lock);
    awaitQueueLength(1);

    assertThat(others.forceUnlock()).isTrue();

    assertThat(waiting).succeedsWithin(LIMIT);
    assertThat(alice.failsIn(lock::unlock)).isInstanceOf(LeaseLostException.class);
    assertThat(bob.says(others::isHeldByCurrentThread)).isTrue();
    bob.does(others::unlock);
  }

  @Test
  void forced_withAWaiterOfTheSameClient_isItsAtOnce() {
    Actor alice = holderOf(lock);
    Actor bob = actor("bob");
    CompletableFuture<?> waiting = bob.starts(lock::lock);
    bob.awaitParked(waiting);

    assertThat(others.forceUnlock()).isTrue();

    assertThat(waiting).succeedsWithin(LIMIT);
    assertThat(alice.failsIn(lock::unlock)).isInstanceOf(LeaseLostException.class);
    assertThat(bob.says(lock::getHoldCount)).isOne();
    bob.does(lock::unlock);
  }

  @Test
  @DisplayName("peers B7: unlock() of a lost hold throws")
  void deletedAtTheServer_foundByTheRelease_isTold() throws Exception {
    requireServer();
    Hold hold = lock.acquire();
    hold.onLost(causes::add);
    deleteHolder();

    assertThatThrownBy(hold::close)
        .isInstanceOfSatisfying(
            LeaseLostException.class,
            loss -> assertThat(loss.lossCause()).isEqualTo(LossCause.GONE));
    assertThat(nextCause()).isEqualTo(LossCause.GONE);
    assertThatCode(hold::close).doesNotThrowAnyException();

    lock.lock();
    deleteHolder();
    assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
    assertThatThrownBy(lock::unlock)
        .isInstanceOf(IllegalMonitorStateException.class)
        .isNotInstanceOf(LeaseLostException.class);
    assertThat(lock.isHeldByCurrentThread()).isFalse();
  }

  @Test
  @SuppressWarnings("NullAway") // careless callers may pass this
  void onLost_noCallback_throwsAndTheHoldGoesOn() throws Exception {
    Hold hold = lock.acquire();
    assertThatThrownBy(() -> hold.onLost(null)).isInstanceOf(NullPointerException.class);
    hold.onLost(causes::add);
    assertThat(others.forceUnlock()).isTrue();
    assertThat(nextCause()).isNotNull();
    assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);
  }

  private void deleteHolder() {
    String key = fixture().keys(name).get(0);
    fixture().servers().forEach(server -> server.admin().number("DEL", key));
  }

  @Test
  void interruptOnLoss_lost_interruptsTheThreadThatAcquired() {
    AcquireOptions options = AcquireOptions.defaults().interruptOnLoss();
    Actor alice = actor("alice");
    Hold hold = alice.says(() -> lock.acquire(options));
    assertThat(others.forceUnlock()).isTrue();
    eventually().isTrue("interrupted", () -> isInterrupted(alice));
    assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);

    DistributedLock view = open(ClientSpec.defaults()).lock(name, options);
    Actor bob = holderOf(view);
    assertThat(others.forceUnlock()).isTrue();
    eventually().isTrue("interrupted", () -> isInterrupted(bob));
  }

  private static boolean isInterrupted(Actor actor) {
    return actor.says(() -> Thread.currentThread().isInterrupted());
  }

  @Test
  void interruptOnLoss_releasedBefore_interruptsNobody() throws Exception {
    Actor alice = actor("alice");
    Hold hold = alice.says(() -> lock.acquire(AcquireOptions.defaults().interruptOnLoss()));
    hold.close();
    Hold next = lock.acquire();
    next.onLost(causes::add);
    assertThat(others.forceUnlock()).isTrue();
    assertThat(nextCause()).isEqualTo(LossCause.FORCED);
    assertThat(isInterrupted(alice)).isFalse();
    assertThatThrownBy(next::close).isInstanceOf(LeaseLostException.class);
  }
}
