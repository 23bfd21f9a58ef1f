package io.holdfast.lock.core.gate;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.lease.Watchdog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LossesTest {

  private final AtomicLong nanos = new AtomicLong();
  private final Watchdog watchdog = new Watchdog("test", nanos::get, List.of(), () -> {});
  private final Losses losses = new Losses(nanos::get, watchdog);

  @AfterEach
  void closeWatchdog() {
    watchdog.close();
  }

  private static Losses.Loss loss(long token) {
    return new Losses.Loss("orders", token, LossCause.EXPIRED, null);
  }

  @Test
  void tell_aLoss_tellsItOnceAndToItsThreadOnly() throws Exception {
    losses.remember(Thread.currentThread(), "key", loss(7));
    Thread other = new Thread(() -> losses.throwUntold("key"));
    other.start();
    other.join(Duration.ofMinutes(1).toMillis());
    assertThat(losses.tell("another key")).isEmpty();
    assertThatThrownBy(() -> losses.throwUntold("key"))
        .isInstanceOfSatisfying(
            LeaseLostException.class, told -> assertThat(told.token()).isEqualTo(7));
    assertThat(losses.tell("key")).isEmpty();
  }

  @Test
  @Timeout(60)
  void remember_manyLosses_costsOneStepEach() {
    for (int i = 0; i < 50_000; i++) {
      losses.remember(Thread.currentThread(), "key" + i, loss(i));
    }
    assertThat(losses.tell("key49999")).isPresent();
  }

  /** What docs/guarantees.md says. */
  @Test
  void memory_isOfAThousandLossesForAnHour() {
    assertThat(Losses.MOST_OF_A_THREAD).isEqualTo(1000);
    assertThat(Losses.LONGEST_MEMORY).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void remember_moreThanCanBeKept_forgetsTheOldestOfThatThreadOnly() throws Exception {
    Thread other =
        new Thread(() -> assertThat(losses.tell("key")).as("of the other thread").isPresent());
    losses.remember(other, "key", loss(1));
    for (int i = 0; i < Losses.MOST_OF_A_THREAD + 2; i++) {
      losses.remember(Thread.currentThread(), "key" + i, loss(i));
    }
    assertThat(losses.tell("key0")).isEmpty();
    assertThat(losses.tell("key1")).isEmpty();
    assertThat(losses.tell("key2")).isPresent();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    other.setUncaughtExceptionHandler((thread, thrown) -> failure.set(thrown));
    other.start();
    other.join(Duration.ofMinutes(1).toMillis());
    assertThat(failure.get()).isNull();
  }

  /** Nobody ends these threads, and they never ask. */
  @Test
  @DisplayName("failure 83: leases run out on ever new names, of threads that live on")
  void remember_manyNamesNeverAskedFor_isBoundedInNumberAndTime() {
    for (int i = 0; i < 20_000; i++) {
      losses.remember(Thread.currentThread(), "key" + i, loss(i));
    }
    assertThat(losses.size()).isEqualTo(Losses.MOST_OF_A_THREAD);

    passes(Losses.LONGEST_MEMORY);
    losses.onDue(nanos.get());
    assertThat(losses.size()).as("just old enough").isEqualTo(Losses.MOST_OF_A_THREAD);

    passes(Losses.LONGEST_MEMORY);
    watchdog.start();
    eventually().isTrue("the watchdog forgets them", () -> losses.size() == 0);
  }

  private void passes(Duration time) {
    nanos.addAndGet(time.toNanos());
  }
}
