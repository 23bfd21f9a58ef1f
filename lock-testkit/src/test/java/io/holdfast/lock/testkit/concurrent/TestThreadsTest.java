package io.holdfast.lock.testkit.concurrent;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TestThreadsTest {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  static Stream<ThreadKind> kinds() {
    return Stream.of(ThreadKind.values()).filter(ThreadKind::isSupported);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void start_named_runsOnAThreadOfTheKind(ThreadKind kind) throws Exception {
    try (TestThreads threads = TestThreads.of(kind)) {
      Thread ran = threads.call("who", Thread::currentThread).get();
      assertThat(ran.getName()).isEqualTo("test-who");
      assertThat(ran.isDaemon()).isTrue();
      assertThat(ran.getClass().getSimpleName().contains("Virtual"))
          .isEqualTo(kind == ThreadKind.VIRTUAL);
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void joinAll_allWell_returns(ThreadKind kind) throws InterruptedException {
    AtomicInteger runs = new AtomicInteger();
    try (TestThreads threads = TestThreads.of(kind)) {
      List<Thread> started = threads.start(8, "runner", runs::incrementAndGet);
      threads.joinAll(LIMIT);
      assertThat(started).hasSize(8).noneMatch(Thread::isAlive);
      assertThat(runs).hasValue(8);
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void joinAll_someFailed_reportsAllOnce(ThreadKind kind) {
    try (TestThreads threads = TestThreads.of(kind)) {
      threads.start(
          2,
          "bad",
          () -> {
            throw new IllegalStateException("no");
          });
      assertThatExceptionOfType(AssertionError.class)
          .isThrownBy(() -> threads.joinAll(LIMIT))
          .withMessage("2 of 2 test threads failed")
          .withCauseInstanceOf(IllegalStateException.class)
          .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    } // closing does not report it again
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void joinAll_oneHangs_showsItsStack(ThreadKind kind) {
    CountDownLatch never = new CountDownLatch(1);
    TestThreads threads = TestThreads.of(kind);
    Thread hanging = threads.start("hanging", never::await);
    eventually().isTrue("it hangs", () -> hanging.getState() == Thread.State.WAITING);
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> threads.joinAll(Duration.ofMillis(50)))
        .withMessageContaining("not ended within 50 ms")
        .withMessageContaining("test-hanging")
        .withMessageContaining("CountDownLatch.await");

    assertThatNoException()
        .isThrownBy(threads::close); // what it throws when interrupted is no failure
    assertThat(hanging.isAlive()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void close_failureNobodyAskedFor_isReported(ThreadKind kind) throws InterruptedException {
    TestThreads threads = TestThreads.of(kind);
    Thread bad =
        threads.start(
            "bad",
            () -> {
              throw new IOException("unseen");
            });
    bad.join(LIMIT.toMillis());
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(threads::close)
        .withRootCauseInstanceOf(IOException.class);
    assertThatNoException().isThrownBy(threads::close);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void call_failure_isInTheFutureOnly(ThreadKind kind) throws InterruptedException {
    try (TestThreads threads = TestThreads.of(kind)) {
      var result =
          threads.call(
              "bad",
              () -> {
                throw new IOException("told");
              });
      threads.joinAll(LIMIT);
      assertThat(result)
          .completesExceptionallyWithin(LIMIT)
          .withThrowableThat()
          .withRootCauseInstanceOf(IOException.class);
    }
  }
}
