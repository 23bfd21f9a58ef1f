package io.holdfast.migrate;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.Hold;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the interrupt flag does. */
class BothLocksInterruptTest extends BothLocksFixture {

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
}
