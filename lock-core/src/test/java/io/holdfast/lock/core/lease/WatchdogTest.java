package io.holdfast.lock.core.lease;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WatchdogTest {

  private static final MonotonicClock CLOCK = MonotonicClock.SYSTEM;

  /** Who is forgotten waits until it wakes by itself, after a second. */
  private static final Duration HALF_A_SLEEP = Duration.ofMillis(500);

  private final Watchdog watchdog = fresh();

  private static Watchdog fresh() {
    return new Watchdog("watchdog-test", CLOCK, List.of(), () -> {});
  }

  /** Of several, as a machine may pause at any moment. */
  private static Duration median(List<Duration> waits) {
    return waits.stream().sorted().toList().get(waits.size() / 2);
  }

  @AfterEach
  void close() {
    watchdog.close();
  }

  /** Due every so often, and keeps the longest time between two calls. */
  private static final class Regular implements Watched {

    private final long periodNanos;
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicLong longestGapNanos = new AtomicLong();
    private volatile long calledNanos = CLOCK.nanoTime();
    private volatile long dueNanos = CLOCK.nanoTime();

    Regular(Duration period) {
      this.periodNanos = period.toNanos();
    }

    @Override
    public long dueNanos() {
      return dueNanos;
    }

    @Override
    public void onDue(long now) {
      long called = CLOCK.nanoTime();
      longestGapNanos.accumulateAndGet(called - calledNanos, Math::max);
      calledNanos = called;
      calls.incrementAndGet();
      dueNanos = called + periodNanos;
    }
  }

  @Test
  void watch_dueAgainAndAgain_isCalledEachTime() {
    Regular regular = new Regular(Duration.ofMillis(10));
    watchdog.start();
    watchdog.watch(regular);
    eventually().isTrue("called 20 times", () -> regular.calls.get() >= 20);
  }

  @Test
  void watch_whileAsleep_isCalledWhenDueNotWhenTheSleepIsOver() throws Exception {
    watchdog.start();
    List<Duration> waits = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      Regular regular = new Regular(Duration.ofHours(1));
      long start = CLOCK.nanoTime();
      watchdog.watch(regular);
      eventually().isTrue("called", () -> regular.calls.get() == 1);
      waits.add(Duration.ofNanos(CLOCK.nanoTime() - start));
    }
    assertThat(median(waits)).isLessThan(HALF_A_SLEEP);
  }

  @Test
  void oneSlowLook_doesNotMakeItDeaf() {
    Regular regular = new Regular(Duration.ofMillis(20));
    AtomicInteger stalls = new AtomicInteger();
    Watched slow =
        new Watched() {
          private volatile long due = CLOCK.nanoTime() + Duration.ofMillis(100).toNanos();

          @Override
          public long dueNanos() {
            return due;
          }

          @Override
          public void onDue(long now) {
            due = now + Duration.ofHours(1).toNanos();
            long end = CLOCK.nanoTime() + Duration.ofMillis(300).toNanos();
            while (CLOCK.nanoTime() - end < 0) {
              Thread.onSpinWait(); // a pause of the whole process looks like this
            }
            stalls.incrementAndGet();
          }
        };
    watchdog.start();
    watchdog.watch(regular);
    watchdog.watch(slow);
    eventually().isTrue("stalled", () -> stalls.get() == 1);
    int before = regular.calls.get();
    eventually().isTrue("goes on", () -> regular.calls.get() > before + 10);
    // It would rest for twenty times as long as that look took.
    assertThat(Duration.ofNanos(regular.longestGapNanos.get())).isLessThan(Duration.ofSeconds(4));
  }

  @Test
  void onDue_thatThrows_doesNotEndIt() {
    Watched broken =
        new Watched() {
          @Override
          public long dueNanos() {
            return CLOCK.nanoTime() - 1;
          }

          @Override
          public void onDue(long now) {
            watchdog.forget(this);
            throw new IllegalStateException("on purpose");
          }
        };
    Regular regular = new Regular(Duration.ofMillis(10));
    watchdog.start();
    watchdog.watch(broken);
    watchdog.watch(regular);
    eventually().isTrue("goes on", () -> regular.calls.get() > 10);
  }

  @Test
  void dueAt_whileTheLookWaitsForALock_isNotForgotten() throws Exception {
    List<Duration> waits = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      try (Watchdog fresh = fresh()) {
        waits.add(waitOfOneThatComesWhileTheLookWaitsForALock(fresh));
      }
    }
    assertThat(median(waits)).isLessThan(HALF_A_SLEEP);
  }

  private static Duration waitOfOneThatComesWhileTheLookWaitsForALock(Watchdog watchdog)
      throws InterruptedException {
    ReentrantLock contended = new ReentrantLock();
    Regular regular = new Regular(Duration.ofMillis(5));
    CountDownLatch inLook = new CountDownLatch(1);
    Watched blocked =
        new Watched() {
          private volatile long due = CLOCK.nanoTime();

          @Override
          public long dueNanos() {
            return due;
          }

          @Override
          public void onDue(long now) {
            due = now + Duration.ofHours(1).toNanos();
            inLook.countDown();
            contended.lock(); // parks, and uses up a permit that was given meanwhile
            contended.unlock();
          }
        };
    contended.lock();
    try {
      watchdog.watch(blocked);
      watchdog.start();
      assertThat(inLook.await(60, TimeUnit.SECONDS)).isTrue();
      eventually().isTrue("it waits", contended::hasQueuedThreads);
      watchdog.watch(regular);
    } finally {
      contended.unlock();
    }
    long start = CLOCK.nanoTime();
    eventually().isTrue("called", () -> regular.calls.get() > 0);
    return Duration.ofNanos(CLOCK.nanoTime() - start);
  }

  @Test
  void execute_afterItsEnd_runsAllTheSame() {
    watchdog.start();
    watchdog.close();
    for (int i = 0; i < 100; i++) {
      AtomicInteger ran = new AtomicInteger();
      watchdog.execute(ran::incrementAndGet);
      eventually().isTrue("ran", () -> ran.get() == 1);
    }
  }

  @Test
  void execute_soon_runsOnItsThread() throws Exception {
    watchdog.start();
    CountDownLatch ran = new CountDownLatch(1);
    AtomicInteger elsewhere = new AtomicInteger();
    watchdog.execute(
        () -> {
          if (!Thread.currentThread().getName().equals("watchdog-test")) {
            elsewhere.incrementAndGet();
          }
          ran.countDown();
        });
    assertThat(ran.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(elsewhere).hasValue(0);
  }
}
