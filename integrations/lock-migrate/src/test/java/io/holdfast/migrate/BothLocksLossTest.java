package io.holdfast.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockServerException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How both are freed, once or again, and what is told if one is lost. */
class BothLocksLossTest extends BothLocksFixture {

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

  /** The other waits for the new lock by now. To wait for the old one would be for ever. */
  @ParameterizedTest
  @EnumSource
  void take_againAndTheOldLockIsTakenByAnother_throwsAtOnce(Way way) throws Exception {
    both.lock();
    loseOldLock().call();
    takeOldLockByAnother();

    assertThatThrownBy(() -> way.take(both))
        .isInstanceOf(IllegalMonitorStateException.class)
        .hasMessageContaining("'orders'")
        .hasMessageContaining("another has the old lock");

    assertThat(newLock.getHoldCount()).as("the outer hold").isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void take_againAndTheOldLockIsLostAndFree_takesItAnew(Way way) throws Exception {
    both.lock();
    loseOldLock().call();

    assertThat(way.take(both)).isTrue();

    assertThat(oldLock.getHoldCount()).isEqualTo(1);
    assertThat(newLock.getHoldCount()).isEqualTo(2);
  }

  /** So a call that waits for it would not end; it fails here. */
  private void takeOldLockByAnother() throws Exception {
    CompletableFuture.runAsync(oldLock::lock).get(60, TimeUnit.SECONDS);
    journal.failing("old.lock", new IllegalStateException("would wait for ever"));
    journal.failing("old.lockInterruptibly", new IllegalStateException("would wait for ever"));
    journal.before(
        "old.tryLock",
        () -> assertThat(journal.calls()).last().isEqualTo("old.tryLock")); // no time
  }

  @ParameterizedTest
  @EnumSource
  void take_newLockHeldByItselfAndTheOldOneByAnother_throwsAtOnce(Way way) throws Exception {
    newLock.lock();
    takeOldLockByAnother();

    assertThatThrownBy(() -> way.take(both)).isInstanceOf(IllegalMonitorStateException.class);

    assertThat(newLock.getHoldCount()).isEqualTo(1);
  }
}
