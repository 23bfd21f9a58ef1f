package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Calls that an interrupt ends: they leave nothing held, and nothing at the server. */
public abstract class InterruptContract extends ContractSuite {

  private static final Duration LONG = Duration.ofMinutes(1);

  private List<TestThreads.Body> interruptibleCalls() {
    return List.of(
        lock::lockInterruptibly,
        () -> lock.tryLock(1, TimeUnit.MINUTES),
        () -> lock.tryLock(LONG, LONG),
        () -> lock.tryLock(60, 60, TimeUnit.SECONDS),
        lock::acquire,
        () -> lock.acquire(AcquireOptions.defaults().waitAtMost(LONG)),
        () -> lock.tryAcquire(LONG),
        () -> lock.tryAcquire(AcquireOptions.defaults()));
  }

  @Test
  @DisplayName("peers B3: interrupted before the call")
  void interruptibleCall_flagSetBefore_throwsAndLeavesNothing() {
    for (TestThreads.Body call : interruptibleCalls()) {
      Actor bob = actor("bob");
      bob.thread().interrupt();

      assertThat(bob.failsIn(call)).isInstanceOf(InterruptedException.class);

      assertThat(bob.says(() -> Thread.currentThread().isInterrupted())).isFalse();
      assertThat(bob.says(lock::getHoldCount)).isZero();
      awaitFreeAndUnwanted();
    }
  }

  @Test
  void interruptibleCall_flagSetBeforeAndNoWaitAllowed_throwsAndLeavesNothing() {
    Actor bob = actor("bob");
    bob.thread().interrupt();

    assertThat(bob.failsIn(() -> lock.tryLock(0, TimeUnit.SECONDS)))
        .isInstanceOf(InterruptedException.class);

    assertThat(bob.says(lock::getHoldCount)).isZero();
    awaitFreeAndUnwanted();
  }

  @Test
  void interruptibleCall_interruptedWhileWaitingForAnotherClient_leavesTheQueue() {
    Actor alice = holderOf(others);
    for (TestThreads.Body call : interruptibleCalls()) {
      Actor bob = actor("bob");
      CompletableFuture<?> waiting = bob.starts(call);
      awaitQueueLength(1);

      bob.thread().interrupt();

      assertThat(Actor.failure(waiting)).isInstanceOf(InterruptedException.class);
      assertThat(bob.says(() -> Thread.currentThread().isInterrupted())).isFalse();
      awaitQueueLength(0);
    }
    alice.does(others::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void interruptibleCall_interruptedWhileWaitingForAnotherThread_leavesTheOthersWaiting() {
    Actor alice = holderOf(lock);
    Actor bob = actor("bob");
    CompletableFuture<?> bobs = bob.starts(lock::lockInterruptibly);
    bob.awaitParked(bobs);
    Actor carol = actor("carol");
    CompletableFuture<?> carols = carol.starts(lock::lockInterruptibly);
    carol.awaitParked(carols);

    bob.thread().interrupt();
    assertThat(Actor.failure(bobs)).isInstanceOf(InterruptedException.class);
    assertThat(carols).isNotDone();
    alice.does(lock::unlock);

    assertThat(carols).succeedsWithin(LIMIT);
    carol.does(lock::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void unlock_asTheNextWaiterOfTheClientIsInterrupted_tellsNoLoss() {
    for (int round = 0; round < 50; round++) {
      Actor alice = holderOf(lock);
      Actor carol = actor("carol");
      CompletableFuture<?> carols = carol.starts(others::lock);
      awaitQueueLength(1); // so the lock goes to the other client, and this one queues again
      Actor bob = actor("bob");
      CompletableFuture<?> bobs = bob.starts(lock::lockInterruptibly);
      bob.awaitParked(bobs);
      // Long enough for the holder to hear that the other client waits: it will not pass on.
      stays(Duration.ofMillis(20), "waiting", () -> !bobs.isDone());

      CompletableFuture<?> unlocking = alice.starts(lock::unlock);
      bob.thread().interrupt();

      assertThat(unlocking).as("round %s", round).succeedsWithin(LIMIT);
      if (bobs.handle((done, thrown) -> thrown == null).join()) {
        bob.does(lock::unlock); // it was given the lock before it saw the interrupt
      }
      assertThat(carols).succeedsWithin(LIMIT);
      carol.does(others::unlock);
      awaitFreeAndUnwanted();
      alice.dismiss();
      bob.dismiss();
      carol.dismiss();
    }
  }

  @Test
  void lockInterruptibly_heldByThisThreadAndFlagSet_throwsAndCountsNothing() {
    Actor bob = holderOf(lock);
    bob.thread().interrupt();

    assertThat(bob.failsIn(lock::lockInterruptibly)).isInstanceOf(InterruptedException.class);

    assertThat(bob.says(lock::getHoldCount)).isOne();
    bob.does(lock::unlock);
  }

  @Test
  void lockInterruptibly_free_acquires() {
    Actor bob = actor("bob");
    bob.does(lock::lockInterruptibly);
    assertThat(bob.says(lock::getHoldCount)).isOne();
    assertThat(others.isLocked()).isTrue();
    bob.does(lock::unlock);
  }

  @Test
  void lockInterruptibly_interruptedAsTheLockIsReleased_holdsOrLeavesNothing() {
    for (int round = 0; round < 30; round++) {
      Actor alice = holderOf(others);
      Actor bob = actor("bob");
      CompletableFuture<?> waiting =
          bob.starts(
              () -> {
                lock.lockInterruptibly();
                lock.unlock();
              });
      awaitQueueLength(1);

      CompletableFuture<?> unlocking = alice.starts(others::unlock);
      bob.thread().interrupt();

      assertThat(unlocking).succeedsWithin(LIMIT);
      assertThat(waiting.handle((done, thrown) -> true)).succeedsWithin(LIMIT);
      awaitFreeAndUnwanted();
      alice.dismiss();
      bob.dismiss();
    }
  }
}
