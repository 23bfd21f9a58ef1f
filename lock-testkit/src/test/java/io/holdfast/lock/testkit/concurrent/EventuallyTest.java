package io.holdfast.lock.testkit.concurrent;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.holdfast.lock.LockServerException;
import java.io.EOFException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EventuallyTest {

  private final AtomicInteger looks = new AtomicInteger();

  @Test
  void expect_laterTrue_returnsTheValue() {
    assertThat(eventually().<Integer>expect("five", looks::incrementAndGet, n -> n == 5))
        .isEqualTo(5);
  }

  @Test
  void expect_never_failsWithWhatWasSeen() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(
            () ->
                within(Duration.ofMillis(30))
                    .expect("a free lock", () -> "held by a1", String::isEmpty))
        .withMessageMatching(
            "within 30 ms: expected a free lock; last seen: held by a1 \\([0-9]+ looks\\)");
  }

  @Test
  void isTrue_limitZero_looksOnce() {
    within(Duration.ZERO).isTrue("at once", () -> looks.incrementAndGet() == 1);
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> within(Duration.ZERO).isTrue("never", () -> looks.incrementAndGet() < 0));
    assertThat(looks).hasValue(2);
  }

  @Test
  void isTrue_onlyAfterTheLimit_isSeenByTheLastLook() {
    Duration limit = Duration.ofMillis(50);
    long start = System.nanoTime();

    within(limit).isTrue("the limit is over", () -> System.nanoTime() - start >= limit.toNanos());
  }

  @Test
  void isTrue_looks_areOfTheThreadThatWaits() {
    Thread waiting = Thread.currentThread();

    eventually().isTrue("it is this thread", () -> Thread.currentThread() == waiting);
  }

  @Test
  void isTrue_conditionThrows_endsTheWaiting() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                eventually()
                    .isTrue(
                        "x",
                        () -> {
                          throw new IllegalStateException("look " + looks.incrementAndGet());
                        }))
        .withMessage("look 1");
  }

  @Test
  void isTrue_serverAwayAtFirst_looksAgain() {
    eventually()
        .isTrue(
            "there again",
            () -> {
              switch (looks.incrementAndGet()) {
                case 1 -> throw new UncheckedIOException(new ConnectException("refused"));
                case 2 -> throw new LockServerException("no answer", null);
                case 3 -> throw new EOFException();
                default -> {
                  return true;
                }
              }
            });
    assertThat(looks).hasValue(4);
  }

  @Test
  void isTrue_serverAwayTillTheEnd_failsWithThat() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(
            () ->
                within(Duration.ofMillis(20))
                    .isTrue(
                        "there again",
                        () -> {
                          throw new LockServerException("no answer", null);
                        }))
        .withCauseInstanceOf(LockServerException.class)
        .withMessageStartingWith("within 20 ms: expected there again; looking failed:");
  }

  @Test
  void passes_afterFailures_returns() {
    eventually().passes("three", () -> assertThat(looks.incrementAndGet()).isEqualTo(3));
    assertThat(looks).hasValue(3);
  }

  @Test
  void passes_never_hasTheLastFailureAsCause() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(
            () ->
                within(Duration.ofMillis(20))
                    .passes("x", () -> assertThat(looks.incrementAndGet()).isZero()))
        .withCauseInstanceOf(AssertionError.class)
        .withMessageStartingWith("within 20 ms: expected x; last seen:");
  }

  @Test
  void expect_interrupted_failsAndKeepsTheFlag() {
    Thread.currentThread().interrupt();
    try {
      assertThatExceptionOfType(AssertionError.class)
          .isThrownBy(() -> eventually().isTrue("the impossible", () -> false))
          .withMessage("interrupted while waiting for: the impossible");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void within_negative_isRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> within(Duration.ofMillis(-1)));
  }
}
