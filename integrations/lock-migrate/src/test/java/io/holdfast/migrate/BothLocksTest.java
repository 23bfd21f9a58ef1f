package io.holdfast.migrate;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockServerException;
import java.util.ConcurrentModificationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How both are taken. */
class BothLocksTest extends BothLocksFixture {

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

  /** {@code RedisLockRegistry} tells a loss by this exception. */
  @Test
  void tryLock_newLockHeldElsewhereAndUnlockOfTheOldOneTellsALoss_isFalse() throws Exception {
    journal.failing("old.unlock", new ConcurrentModificationException("released in the store"));
    try (Hold other = elsewhere.get("orders").acquire()) {
      assertThat(both.tryLock()).isFalse();
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
