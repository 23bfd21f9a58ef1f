package io.holdfast.migrate;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.local.LocalLocks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BothLocksTest {

  private final LocalLocks locks = LocalLocks.create();
  private final LocalLocks elsewhere = locks.client("another process");
  private final DistributedLock newLock = locks.get("orders");
  private final ReentrantLock oldLock = new ReentrantLock();
  private final Journal journal = new Journal();
  private final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - 5); // it may overflow
  private final BothLocks both =
      BothLocks.of(
          journal.watch(Lock.class, oldLock, "old"),
          journal.watch(DistributedLock.class, newLock, "new"),
          nanoTime::get);

  @AfterEach
  void close() {
    boolean unused = Thread.interrupted();
    elsewhere.close();
    locks.close();
  }

  /** All ways to take both, to be tried where they have a rule in common. */
  enum Way {
    LOCK {
      @Override
      boolean take(Lock lock) {
        lock.lock();
        return true;
      }
    },
    LOCK_INTERRUPTIBLY {
      @Override
      boolean take(Lock lock) throws InterruptedException {
        lock.lockInterruptibly();
        return true;
      }
    },
    TRY_LOCK {
      @Override
      boolean take(Lock lock) {
        return lock.tryLock();
      }
    },
    TRY_LOCK_FOR_A_TIME {
      @Override
      boolean take(Lock lock) throws InterruptedException {
        return lock.tryLock(1, TimeUnit.MINUTES);
      }
    };

    abstract boolean take(Lock lock) throws InterruptedException;

    String method() {
      return switch (this) {
        case LOCK -> "lock";
        case LOCK_INTERRUPTIBLY -> "lockInterruptibly";
        case TRY_LOCK, TRY_LOCK_FOR_A_TIME -> "tryLock";
      };
    }
  }

  private void assertNothingHeld() {
    assertThat(oldLock.isLocked()).as("old lock").isFalse();
    assertThat(newLock.isLocked()).as("new lock").isFalse();
  }

  // ---- order

  @ParameterizedTest
  @EnumSource
  void take_bothFree_takesTheOldOneFirst(Way way) throws InterruptedException {
    assertThat(way.take(both)).isTrue();

    assertThat(oldLock.isHeldByCurrentThread()).isTrue();
    assertThat(newLock.isHeldByCurrentThread()).isTrue();
    assertThat(journal.calls().stream().map(call -> call.split(" ", -1)[0]))
        .containsExactly("old." + way.method(), "new." + way.method());
  }

  @Test
  void unlock_ofBoth_freesTheNewOneFirst() {
    both.lock();

    both.unlock();

    assertNothingHeld();
    assertThat(journal.calls()).containsExactly("old.lock", "new.lock", "new.unlock", "old.unlock");
  }

  @Test
  void lock_newLockHeldElsewhere_waitsWithTheOldLock() throws Exception {
    Hold other = elsewhere.get("orders").acquire();
    CompletableFuture<Void> turn =
        CompletableFuture.runAsync(
            () -> {
              both.lock();
              both.unlock();
            });
    eventually().isTrue("it waits", () -> newLock.inspect().queueLength() == 1);
    assertThat(oldLock.isLocked()).isTrue();

    other.close();

    turn.get(60, TimeUnit.SECONDS);
    assertNothingHeld();
  }

  // ---- all or nothing

  @Test
  void tryLock_oldLockHeldElsewhere_doesNotAskForTheNewOne() throws Exception {
    CompletableFuture.runAsync(oldLock::lock).get(60, TimeUnit.SECONDS);

    assertThat(both.tryLock()).isFalse();
    assertThat(both.tryLock(0, TimeUnit.SECONDS)).isFalse();

    assertThat(journal.calls()).containsExactly("old.tryLock", "old.tryLock 0 SECONDS");
  }

  @Test
  void tryLock_newLockHeldElsewhere_freesTheOldOne() throws Exception {
    try (Hold other = elsewhere.get("orders").acquire()) {
      assertThat(both.tryLock()).isFalse();
      assertThat(both.tryLock(1, TimeUnit.MILLISECONDS)).isFalse();

      assertThat(other.isValid()).isTrue();
    }
    assertNothingHeld();
  }

  @ParameterizedTest
  @EnumSource
  void take_oldLockFails_doesNotAskForTheNewOne(Way way) {
    IllegalStateException failure = new IllegalStateException("unreachable");
    journal.failing("old." + way.method(), failure);

    assertThatThrownBy(() -> way.take(both)).isSameAs(failure);

    assertThat(journal.calls()).hasSize(1);
    assertNothingHeld();
  }

  @ParameterizedTest
  @EnumSource
  void take_newLockFails_freesTheOldOne(Way way) {
    LockServerException failure = new LockServerException("unreachable", null);
    journal.failing("new." + way.method(), failure);

    assertThatThrownBy(() -> way.take(both)).isSameAs(failure);

    assertNothingHeld();
  }

  @Test
  void lock_newLockFailsAndTheOldOneCannotBeFreed_tellsBoth() {
    LockServerException failure = new LockServerException("unreachable", null);
    IllegalStateException second = new IllegalStateException("unreachable, too");
    journal.failing("new.lock", failure);
    journal.failing("old.unlock", second);

    assertThatThrownBy(both::lock).isSameAs(failure).hasSuppressedException(second);
  }

  @Test
  void tryLock_newLockHeldElsewhereAndTheOldOneCannotBeFreed_throws() throws Exception {
    IllegalStateException failure = new IllegalStateException("unreachable");
    journal.failing("old.unlock", failure);
    try (Hold other = elsewhere.get("orders").acquire()) {
      assertThatThrownBy(both::tryLock).isSameAs(failure);
      assertThat(other.isValid()).isTrue();
    }
  }

  @Test
  void tryLock_newLockHeldElsewhereAndTheOldOneLostMeanwhile_isFalse() throws Exception {
    try (Hold other = elsewhere.get("orders").acquire()) {
      journal.before("new.tryLock", loseOldLock());

      assertThat(both.tryLock()).isFalse();
      assertThat(other.isValid()).isTrue();
    }
    assertNothingHeld();
  }

  // ---- one time limit

  @Test
  void tryLock_oldLockTakesAPartOfTheTime_leavesTheRestToTheNewOne() throws Exception {
    journal.before("old.tryLock", () -> nanoTime.addAndGet(TimeUnit.MILLISECONDS.toNanos(300)));

    assertThat(both.tryLock(1, TimeUnit.SECONDS)).isTrue();

    assertThat(journal.calls())
        .containsExactly("old.tryLock 1 SECONDS", "new.tryLock 700000000 NANOSECONDS");
  }

  @Test
  void tryLock_oldLockTakesAllTheTime_takesTheNewOneOnlyIfItIsFree() throws Exception {
    journal.before("old.tryLock", () -> nanoTime.addAndGet(TimeUnit.SECONDS.toNanos(61)));

    assertThat(both.tryLock(1, TimeUnit.MINUTES)).isTrue();
    both.unlock();
    try (Hold other = elsewhere.get("orders").acquire()) {
      assertThat(both.tryLock(1, TimeUnit.MINUTES)).isFalse();
      assertThat(other.isValid()).isTrue();
    }

    assertNothingHeld();
    assertThat(journal.calls()).contains("new.tryLock -1000000000 NANOSECONDS");
  }

  @Test
  void tryLock_forLongerOrShorterThanALongCanCount_takesBoth() throws Exception {
    assertThat(both.tryLock(Long.MAX_VALUE, TimeUnit.DAYS)).isTrue();
    assertThat(both.tryLock(Long.MIN_VALUE, TimeUnit.DAYS)).isTrue();

    assertThat(journal.calls())
        .contains(
            "new.tryLock %s NANOSECONDS".formatted(Long.MAX_VALUE), "new.tryLock 0 NANOSECONDS");
  }

  // ---- interrupts

  @ParameterizedTest
  @EnumSource(names = {"LOCK_INTERRUPTIBLY", "TRY_LOCK_FOR_A_TIME"})
  void take_interruptedOnEntry_asksForNeither(Way way) {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> way.take(both)).isInstanceOf(InterruptedException.class);

    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(journal.calls()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCK_INTERRUPTIBLY", "TRY_LOCK_FOR_A_TIME"})
  void take_interruptedWhileItWaitsForTheNewLock_freesTheOldOne(Way way) throws Exception {
    try (Hold other = elsewhere.get("orders").acquire()) {
      Thread thread = Thread.currentThread();
      CompletableFuture<Void> interrupt =
          CompletableFuture.runAsync(
              () -> {
                eventually().isTrue("it waits", () -> newLock.inspect().queueLength() == 1);
                thread.interrupt();
              });

      assertThatThrownBy(() -> way.take(both)).isInstanceOf(InterruptedException.class);

      interrupt.join();
      assertThat(other.isValid()).isTrue();
    }
    assertNothingHeld();
  }

  /** Some libraries free or take the lock then, and throw. */
  @ParameterizedTest
  @EnumSource(names = {"LOCK", "TRY_LOCK"})
  void takeAndUnlock_interrupted_callTheOldLockWithoutTheFlag(Way way) throws Exception {
    List<Boolean> flags = new ArrayList<>();
    journal.before("old." + way.method(), () -> flags.add(Thread.currentThread().isInterrupted()));
    journal.before("old.unlock", () -> flags.add(Thread.currentThread().isInterrupted()));
    Thread.currentThread().interrupt();

    assertThat(way.take(both)).isTrue();
    assertThat(Thread.currentThread().isInterrupted()).as("the flag within").isTrue();
    both.unlock();

    assertThat(Thread.currentThread().isInterrupted()).as("the flag after").isTrue();
    assertThat(flags).containsExactly(false, false);
    assertNothingHeld();
  }

  @Test
  void tryLock_interruptedAndNewLockHeldElsewhere_freesTheOldOneWithoutTheFlag() throws Exception {
    journal.before("old.unlock", InterruptFlag::refuse);
    try (Hold other = elsewhere.get("orders").acquire()) {
      Thread.currentThread().interrupt();

      assertThat(both.tryLock()).isFalse();

      assertThat(Thread.interrupted()).isTrue();
      assertThat(other.isValid()).isTrue();
    }
    assertNothingHeld();
  }

  private static final class InterruptFlag {
    static Void refuse() throws InterruptedException {
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedException();
      }
      return null;
    }
  }

  // ---- loss, and failures of unlock

  @Test
  void unlock_newLockLost_freesTheOldOneAndThrows() {
    both.lock();
    boolean unused = newLock.forceUnlock();

    assertThatThrownBy(both::unlock).isInstanceOf(LeaseLostException.class);

    assertNothingHeld();
  }

  /** A lost token, say, has told the loss before the {@code finally} comes. */
  @Test
  void unlock_newLockLostAndTheLossAlreadyTold_freesTheOldOne() {
    both.lock();
    boolean unused = newLock.forceUnlock();
    assertThatThrownBy(both::token).isInstanceOf(LeaseLostException.class);

    assertThatThrownBy(both::unlock)
        .isInstanceOf(IllegalMonitorStateException.class)
        .isNotInstanceOf(LeaseLostException.class);

    assertNothingHeld();
  }

  @Test
  void unlock_oldLockLost_freesTheNewOneAndThrows() throws Exception {
    both.lock();
    loseOldLock().call();

    assertThatThrownBy(both::unlock).isInstanceOf(IllegalMonitorStateException.class);

    assertNothingHeld();
  }

  private Callable<Void> loseOldLock() {
    return () -> {
      oldLock.unlock();
      return null;
    };
  }

  @Test
  void unlock_bothFail_tellsBoth() {
    both.lock();
    boolean unused = newLock.forceUnlock();
    IllegalStateException second = new IllegalStateException("unreachable");
    journal.failing("old.unlock", second);

    assertThatThrownBy(both::unlock)
        .isInstanceOf(LeaseLostException.class)
        .hasSuppressedException(second);
  }

  @Test
  void unlock_byAThreadThatHoldsNeither_throws() {
    Throwable thrown = catchThrowable(both::unlock);

    assertThat(thrown).isInstanceOf(IllegalMonitorStateException.class);
    assertThat(thrown.getSuppressed())
        .singleElement()
        .isInstanceOf(IllegalMonitorStateException.class);
  }

  // ---- re-entrance

  @Test
  void lock_again_countsInBoth() {
    both.lock();
    assertThat(both.tryLock()).isTrue();
    long token = both.token();

    both.unlock();

    assertThat(oldLock.getHoldCount()).isEqualTo(1);
    assertThat(newLock.getHoldCount()).isEqualTo(1);
    assertThat(both.token()).isEqualTo(token);
    both.unlock();
    assertNothingHeld();
  }

  @Test
  void lock_byAnotherObjectOfTheSameLocks_isTheSameLock() {
    both.lock();
    BothLocks again = BothLocks.of(oldLock, newLock);

    again.lock();
    again.unlock();
    again.unlock();

    assertNothingHeld();
  }

  @Test
  void unlock_oldLockHeldByItselfAround_leavesItsHold() {
    oldLock.lock();
    both.lock();

    both.unlock();

    assertThat(newLock.isLocked()).isFalse();
    assertThat(oldLock.getHoldCount()).isEqualTo(1);
  }

  @Test
  void tryLock_againAndTheNewLockFails_leavesTheOuterHold() {
    both.lock();
    journal.failing("new.tryLock", new LockServerException("unreachable", null));

    assertThatThrownBy(both::tryLock).isInstanceOf(LockServerException.class);

    assertThat(oldLock.getHoldCount()).isEqualTo(1);
    assertThat(newLock.getHoldCount()).isEqualTo(1);
  }

  @Test
  void unlock_nestedAndTheNewLockLost_freesTheOldOneOnceEachTime() {
    both.lock();
    both.lock();
    boolean unused = newLock.forceUnlock();

    assertThatThrownBy(both::unlock).isInstanceOf(LeaseLostException.class);
    assertThat(oldLock.getHoldCount()).isEqualTo(1);
    assertThatThrownBy(both::unlock).isInstanceOf(IllegalMonitorStateException.class);

    assertNothingHeld();
  }

  @Test
  void lock_againAfterALossThatWasNotTold_isRefusedAndKeepsTheOuterHold() {
    both.lock();
    boolean unused = newLock.forceUnlock();

    assertThatThrownBy(both::lock).isInstanceOf(LeaseLostException.class);

    assertThat(oldLock.getHoldCount()).isEqualTo(1);
  }

  // ---- what is known of the new lock

  @Test
  void tokenAndHold_whileHeld_areThoseOfTheNewLock() {
    both.lock();

    assertThat(both.token()).isEqualTo(newLock.token());
    assertThat(both.currentHold().orElseThrow().token()).isEqualTo(newLock.token());
  }

  @Test
  void tokenAndHold_whileNotHeld_areNotThere() {
    assertThatThrownBy(both::token).isInstanceOf(IllegalMonitorStateException.class);
    assertThat(both.currentHold()).isEmpty();
  }

  @Test
  void newCondition_always_isRefusedWithTheReason() {
    assertThatThrownBy(both::newCondition)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("'orders'")
        .hasMessageContaining("could not be signalled");
  }

  @Test
  void of_null_isRefusedWithItsName() {
    assertThatThrownBy(() -> BothLocks.of(null, newLock)).hasMessage("oldLock");
    assertThatThrownBy(() -> BothLocks.of(oldLock, null)).hasMessage("newLock");
  }
}
