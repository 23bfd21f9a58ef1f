package io.holdfast.lock.core.jfr;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Locks;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.concurrent.ThreadKind;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.CapturedLog;
import io.holdfast.lock.testkit.server.TestServer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Locks while the flight recorder fails. */
@ExtendWith(RedisServerExtension.class)
@SuppressWarnings({
  "LockNotBeforeTry",
  "WaitNotInLoop"
}) // a failed test ends its clients, and so their holds
class RecorderFailureIT {

  private static final Recording RECORDING = new Recording();
  private static final String NAME = "unrecorded";

  private static @Nullable String threads; // which the tests before and behind these run on

  private CapturedLog log;

  /** Keeps the log short. */
  private static final class Overflow extends StackOverflowError {

    private static final long serialVersionUID = 1;

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  @BeforeAll
  static void record() {
    // A virtual thread pins its carrier while it loads a class by a loader that is written in Java.
    threads = System.setProperty(ThreadKind.PROPERTY, "platform");
    RECORDING.start();
  }

  @AfterAll
  static void end() {
    RECORDING.close();
    if (threads == null) {
      System.clearProperty(ThreadKind.PROPERTY);
    } else {
      System.setProperty(ThreadKind.PROPERTY, threads);
    }
  }

  @BeforeEach
  void captureLog() {
    log = CapturedLog.begin();
  }

  @AfterEach
  void endLog() {
    log.close();
    Steps.clear();
  }

  // ---- an event

  @ParameterizedTest
  @ValueSource(strings = {"begin", "end", "ended", "tell", "connection"})
  void locks_eventFailsAtThisStep_workAllTheSame(String step, TestServer server) throws Exception {
    Steps.when(
        step,
        () -> {
          throw new Overflow();
        });
    SecondCore core = new SecondCore();
    try (SecondCore.Client client = core.connect(server.uri());
        HoldfastClient other = HoldfastClient.connect(server.uri())) {
      DistributedLock lock = client.locks().get(NAME);
      DistributedLock others = other.get(NAME);

      assertOwnedByThread(lock, others);
      assertPassedOn(lock, others);
      assertLost(lock, others);

      assertThat(log.lines("An event could not be recorded")).isPositive();
      assertThat(log.lines("could not be handled")).isZero();
      assertThat(log.lines("could not be told")).isZero();
    }
  }

  private static void assertOwnedByThread(DistributedLock lock, DistributedLock others)
      throws Exception {
    lock.lock();
    assertThat(lock.isHeldByCurrentThread()).isTrue();
    assertThat(others.tryLock()).isFalse();
    assertThat(lock.newCondition("signal").await(1, TimeUnit.MILLISECONDS)).isFalse();
    assertThat(lock.getHoldCount()).isOne();
    lock.unlock();
    assertThat(lock.isHeldByCurrentThread()).isFalse();
    assertThat(others.tryLock(1, TimeUnit.MINUTES)).isTrue();
    others.unlock();
  }

  private static void assertPassedOn(DistributedLock lock, DistributedLock others)
      throws Exception {
    Hold hold = lock.acquire();
    CompletableFuture<Hold> waiting = lock.acquireAsync();
    hold.close();
    Hold next = waiting.get(1, TimeUnit.MINUTES);
    assertThat(next.isValid()).isTrue();
    assertThat(others.tryLock()).isFalse();
    next.releaseAsync().get(1, TimeUnit.MINUTES);
    assertThat(others.tryLock(1, TimeUnit.MINUTES)).isTrue();
    others.unlock();
  }

  private static void assertLost(DistributedLock lock, DistributedLock others) throws Exception {
    Hold hold = lock.acquire();
    CompletableFuture<LossCause> cause = new CompletableFuture<>();
    hold.onLost(cause::complete);
    assertThat(others.forceUnlock()).isTrue();
    assertThat(cause.get(1, TimeUnit.MINUTES)).isEqualTo(LossCause.FORCED);
    assertThat(hold.isValid()).isFalse();
    assertThat(lock.tryLock(1, TimeUnit.MINUTES)).isTrue();
    lock.unlock();
    assertThat(others.isLocked()).isFalse();
  }

  // ---- the loading of the events

  static Stream<Throwable> throwables() {
    return Stream.of(new Overflow(), new IllegalStateException("on purpose"));
  }

  @ParameterizedTest
  @MethodSource("throwables")
  void locks_eventsCannotBeLoaded_workAndOneLineSaysSo(Throwable thrown, TestServer server)
      throws Exception {
    AtomicInteger tries = new AtomicInteger();
    Steps.when(
        "new",
        () -> {
          tries.incrementAndGet();
          if (thrown instanceof Error e) {
            throw e;
          }
          throw (RuntimeException) thrown;
        });
    SecondCore core = new SecondCore();
    try (SecondCore.Client first = core.connect(server.uri());
        SecondCore.Client second = core.connect(server.uri())) {
      assertTakesTurns(first.locks(), second.locks());
      assertTakesTurns(second.locks(), first.locks());
    }

    eventually().isTrue("said", () -> log.lines("WARN", "will not record any locks") > 0);
    assertThat(core.isWaitedFor()).isFalse();
    assertThat(log.lines("RecorderOfJvm -")).isOne();
    assertThat(log.lines("holdfast-flight-recorder", "Exception")).isZero();
    assertThat(tries).hasValue(1);
  }

  private static void assertTakesTurns(Locks locks, Locks others) {
    locks.get(NAME).lock();
    assertThat(others.get(NAME).tryLock()).isFalse();
    locks.get(NAME).unlock();
    assertThat(others.get(NAME).isLocked()).isFalse();
  }

  @Test
  void connect_eventsAreBeingLoaded_waitsForThemAndRecordsTheFirstAttempt(TestServer server)
      throws Exception {
    CountDownLatch loading = new CountDownLatch(1);
    CountDownLatch mayGoOn = new CountDownLatch(1);
    List<String> begun = Collections.synchronizedList(new ArrayList<>());
    Steps.when(
        "new",
        () -> {
          loading.countDown();
          await(mayGoOn);
        });
    Steps.when("begin", () -> begun.add(Thread.currentThread().getName()));
    SecondCore core = new SecondCore();
    CompletableFuture<SecondCore.Client> connecting = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                connecting.complete(core.connect(server.uri()));
              } catch (ReflectiveOperationException e) {
                connecting.completeExceptionally(e);
              }
            });
    thread.start();
    await(loading);
    eventually()
        .isTrue("it waits, or has not waited", () -> isWaiting(thread) || connecting.isDone());
    assertThat(connecting).isNotDone();

    mayGoOn.countDown();
    try (SecondCore.Client client = connecting.get(1, TimeUnit.MINUTES)) {
      DistributedLock lock = client.locks().get(NAME);
      lock.lock();
      lock.unlock();
      assertThat(begun).contains(Thread.currentThread().getName());
      assertThat(core.isWaitedFor()).isFalse();
    }
  }

  private static boolean isWaiting(Thread thread) {
    return thread.getState() == Thread.State.TIMED_WAITING
        && Stream.of(thread.getStackTrace())
            .anyMatch(frame -> frame.getMethodName().equals("lookAndWait"));
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
