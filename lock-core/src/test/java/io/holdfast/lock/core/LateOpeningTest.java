package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.time.MonotonicClock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LateOpeningTest {

  private final AtomicInteger attempts = new AtomicInteger();
  private final AtomicBoolean isClosing = new AtomicBoolean();
  private final Watchdog watchdog =
      new Watchdog("late-opening", MonotonicClock.SYSTEM, List.of(), () -> {});

  @BeforeEach
  void start() {
    watchdog.start();
  }

  @AfterEach
  void close() {
    watchdog.close();
  }

  private LateOpening opening(Supplier<CompletionStage<Void>> answer) {
    return new LateOpening(
        "server",
        () -> {
          attempts.incrementAndGet();
          return answer.get();
        },
        MonotonicClock.SYSTEM,
        watchdog,
        isClosing::get);
  }

  @Test
  void attempt_fails_isRepeatedUntilOneSucceeds() {
    CompletableFuture<Void> refused =
        CompletableFuture.failedFuture(new IllegalStateException("refused"));
    CompletableFuture<Void> done = new CompletableFuture<>();
    opening(() -> attempts.get() < 3 ? refused : done).begin();
    eventually().isTrue("asked three times", () -> attempts.get() == 3);
  }

  @Test
  void attempt_cannotEvenBegin_isRepeated() {
    CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
    opening(
            () -> {
              if (attempts.get() < 3) {
                throw new IllegalStateException("no thread for it");
              }
              return done;
            })
        .begin();
    eventually().isTrue("asked three times", () -> attempts.get() == 3);
  }

  @Test
  void attempt_failsWhileTheClientIsClosed_isTheLast() {
    opening(
            () -> {
              isClosing.set(true);
              throw new IllegalStateException("closed");
            })
        .begin();
    assertThat(attempts).hasValue(1);
  }
}
