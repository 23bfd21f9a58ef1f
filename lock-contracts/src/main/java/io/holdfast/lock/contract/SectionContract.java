package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.CriticalSection;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockTimeoutException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** {@code withLock}: lock, work, unlock. */
public abstract class SectionContract extends ContractSuite {

  private static final AcquireOptions BRIEFLY =
      AcquireOptions.defaults().waitAtMost(Duration.ofMillis(10));

  private final AtomicInteger done = new AtomicInteger();

  @Test
  void withLock_free_worksUnderItAndReturnsWhatTheWorkDoes() throws Exception {
    long token =
        lock.withLock(
            () -> {
              assertThat(lock.isHeldByCurrentThread()).isTrue();
              assertThat(others.isLocked()).isTrue();
              return lock.token();
            });
    assertThat(token).isPositive();
    assertThat(lock.isHeldByCurrentThread()).isFalse();
    assertThat(others.isLocked()).isFalse();
  }

  @Test
  void withLock_nothingComesOfIt_works() throws Exception {
    lock.withLock(() -> assertThat(lock.getHoldCount()).isOne());
    lock.withLock(BRIEFLY, () -> done.incrementAndGet());
    lock.withLock(
        BRIEFLY,
        () -> {
          done.incrementAndGet();
        });
    assertThat(done).hasValue(2);
    assertThat(others.isLocked()).isFalse();
  }

  @Test
  void withLock_insideAnother_entersAgainUnderTheSameToken() throws Exception {
    lock.withLock(
        () -> {
          long token = lock.token();
          long inner =
              lock.withLock(
                  BRIEFLY,
                  () -> {
                    assertThat(lock.getHoldCount()).isEqualTo(2);
                    return lock.token();
                  });
          assertThat(inner).isEqualTo(token);
          assertThat(lock.getHoldCount()).isOne();
        });
    assertThat(others.isLocked()).isFalse();
  }

  @Test
  void withLock_workThrows_unlocksAndThrowsThat() {
    IOException failure = new IOException("of the work");
    CriticalSection<String, IOException> failing =
        () -> {
          throw failure;
        };
    assertThat(catchThrowable(() -> lock.withLock(failing))).isSameAs(failure);
    AssertionError error = new AssertionError("of the work");
    CriticalSection.Action<RuntimeException> broken =
        () -> {
          throw error;
        };
    assertThat(catchThrowable(() -> lock.withLock(broken))).isSameAs(error);
    assertThat(lock.isHeldByCurrentThread()).isFalse();
    assertThat(others.isLocked()).isFalse();
  }

  @Test
  void withLock_heldByAnother_timesOutWithoutWork() throws Exception {
    try (Hold theirs = others.acquire()) {
      assertThatThrownBy(() -> lock.withLock(BRIEFLY, done::incrementAndGet))
          .isInstanceOf(LockTimeoutException.class);
      assertThat(theirs.isValid()).isTrue();
    }
    assertThat(done).hasValue(0);
    awaitFreeAndUnwanted();
  }

  @Test
  void withLock_interrupted_throwsWithoutWork() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> lock.withLock(done::incrementAndGet))
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
    assertThat(done).hasValue(0);
    assertThat(others.isLocked()).isFalse();
  }

  @Test
  @SuppressWarnings("NullAway") // that is what is tested
  void withLock_noWork_isRefusedBeforeAnythingIsAcquired() {
    CriticalSection<String, RuntimeException> none = null;
    assertThatThrownBy(() -> lock.withLock(none)).isInstanceOf(NullPointerException.class);
    CriticalSection.Action<RuntimeException> nothing = null;
    assertThatThrownBy(() -> lock.withLock(nothing)).isInstanceOf(NullPointerException.class);
    assertThat(others.isLocked()).isFalse();
  }

  private void lose() {
    Hold hold = lock.currentHold().orElseThrow();
    assertThat(others.forceUnlock()).isTrue();
    eventually().isTrue("the loss is known", () -> !hold.isValid());
  }

  @Test
  void withLock_lostMeanwhile_throwsTheLoss() {
    assertThatThrownBy(
            () ->
                lock.withLock(
                    () -> {
                      lose();
                      return done.incrementAndGet();
                    }))
        .isInstanceOf(LeaseLostException.class);
    assertThat(done).hasValue(1);
    assertThat(lock.isHeldByCurrentThread()).isFalse();
  }

  @Test
  void withLock_lostMeanwhileAndTheWorkThrows_throwsThatWithTheLoss() {
    IOException failure = new IOException("of the work");
    CriticalSection.Action<IOException> losing =
        () -> {
          lose();
          throw failure;
        };
    assertThat(catchThrowable(() -> lock.withLock(losing))).isSameAs(failure);
    assertThat(failure.getSuppressed()).hasAtLeastOneElementOfType(LeaseLostException.class);
  }
}
