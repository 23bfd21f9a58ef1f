package io.holdfast.lock.core.lease;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.time.MonotonicClock;
import java.io.PrintStream;
import java.time.Duration;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/**
 * With a clock that stands still unless a test moves it: so a call follows a wake-up, and not the
 * passing of time.
 */
class WatchdogTest {

  private final StoppedClock clock = new StoppedClock();
  private final Watchdog watchdog = new Watchdog("watchdog-test", clock, List.of(), () -> {});

  /** Records for how long the watchdog wanted to sleep. */
  private static final class StoppedClock implements MonotonicClock {

    private final AtomicLong now = new AtomicLong();
    private final Set<Thread> sleepers = ConcurrentHashMap.newKeySet();
    private final AtomicLong longestSleepNanos = new AtomicLong();

    @Override
    public long nanoTime() {
      return now.get();
    }

    @Override
    public void parkUntil(Object blocker, long untilNanos) {
      longestSleepNanos.accumulateAndGet(untilNanos - now.get(), Math::max);
      sleepers.add(Thread.currentThread()); // before it looks, so a later move wakes it
      try {
        if (untilNanos - now.get() > 0) {
          LockSupport.park(blocker);
        }
      } finally {
        sleepers.remove(Thread.currentThread());
      }
    }

    void passes(Duration time) {
      now.addAndGet(time.toNanos());
      sleepers.forEach(LockSupport::unpark);
    }

    void awaitSleeper() {
      eventually().isTrue("it sleeps", () -> !sleepers.isEmpty());
    }

    Duration longestSleepFromNowOn(Duration step, BooleanSupplier isEnough) {
      longestSleepNanos.set(0);
      eventually()
          .isTrue(
              "enough",
              () -> {
                passes(step);
                return isEnough.getAsBoolean();
              });
      return Duration.ofNanos(longestSleepNanos.get());
    }
  }

  @AfterEach
  void close() {
    watchdog.close();
  }

  /** Due every so often. */
  private class Regular implements Watched {

    private final long periodNanos;
    private final AtomicInteger calls = new AtomicInteger();
    private volatile long dueNanos = clock.nanoTime();

    Regular(Duration period) {
      this.periodNanos = period.toNanos();
    }

    @Override
    public long dueNanos() {
      return dueNanos;
    }

    @Override
    public void onDue(long now) {
      calls.incrementAndGet();
      dueNanos = clock.nanoTime() + periodNanos;
    }
  }

  @Test
  void watch_dueAgainAndAgain_isCalledEachTimeAndNotBefore() {
    Regular regular = new Regular(Duration.ofMillis(10));
    watchdog.watch(regular); // first: it would rest after a look at nothing
    watchdog.start();
    for (int i = 1; i <= 20; i++) {
      int calls = i;
      eventually().isTrue("called", () -> regular.calls.get() == calls);
      clock.awaitSleeper();
      clock.passes(Duration.ofMillis(9));
      clock.awaitSleeper();
      assertThat(regular.calls).hasValue(calls);
      clock.passes(Duration.ofMillis(1));
    }
  }

  @Test
  void watch_whileAsleep_isCalledWhenDueNotWhenTheSleepIsOver() {
    watchdog.start();
    for (int i = 0; i < 9; i++) {
      clock.awaitSleeper();
      clock.passes(Duration.ofMillis(1)); // it has rested
      Regular regular = new Regular(Duration.ofHours(1));
      watchdog.watch(regular);
      eventually().isTrue("called", () -> regular.calls.get() == 1);
    }
  }

  @Test
  void oneSlowLook_doesNotMakeItDeaf() {
    Regular regular = new Regular(Duration.ofMillis(20));
    Regular slow =
        new Regular(Duration.ofHours(1)) {
          @Override
          public void onDue(long now) {
            clock.passes(Duration.ofMillis(300)); // a pause of the whole process looks like this
            super.onDue(now);
          }
        };
    watchdog.watch(slow);
    watchdog.start();
    eventually().isTrue("stalled", () -> slow.calls.get() == 1);
    clock.awaitSleeper(); // until the slow one is due again: that does not count
    watchdog.watch(regular);

    Duration longest =
        clock.longestSleepFromNowOn(Duration.ofMillis(20), () -> regular.calls.get() > 10);

    // It would rest for twenty times as long as that look took.
    assertThat(longest).isLessThanOrEqualTo(Duration.ofMillis(100));
  }

  @Test
  void onDue_thatThrows_doesNotEndIt() {
    Watched broken =
        new Watched() {
          @Override
          public long dueNanos() {
            return clock.nanoTime() - 1;
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
    eventually()
        .isTrue(
            "goes on",
            () -> {
              clock.passes(Duration.ofMillis(10));
              return regular.calls.get() > 10;
            });
  }

  /** Not even this can be printed: for that there is no memory either. */
  private static final class Unprintable extends OutOfMemoryError {

    private static final long serialVersionUID = 1L;

    Unprintable() {
      super("on purpose");
    }

    @Override
    public void printStackTrace(PrintStream target) {
      throw new OutOfMemoryError("on purpose, of the log");
    }
  }

  @Test
  @DisplayName("failure 89: a failure cannot even be logged, and the watchdog goes on to the next")
  void onDue_thatThrowsWhatCannotBeLogged_doesNotEndIt() {
    AtomicInteger failures = new AtomicInteger();
    Regular broken =
        new Regular(Duration.ofMillis(10)) {
          @Override
          public void onDue(long now) {
            super.onDue(now);
            failures.incrementAndGet();
            throw new Unprintable();
          }
        };
    Regular regular = new Regular(Duration.ofMillis(10));
    watchdog.start();
    watchdog.watch(broken);
    watchdog.watch(regular);
    eventually()
        .isTrue(
            "goes on",
            () -> {
              clock.passes(Duration.ofMillis(10));
              return regular.calls.get() > 10 && failures.get() > 10;
            });
  }

  @Test
  @DisplayName("failure 89: the watchdog has no memory to look for a while")
  void look_withoutMemoryForAWhile_isResumed() {
    AtomicInteger toFail = new AtomicInteger(20);
    Regular regular = new Regular(Duration.ofMillis(10));
    Collection<Watched> residents =
        new AbstractCollection<>() {
          @Override
          public Iterator<Watched> iterator() {
            if (toFail.getAndDecrement() > 0) {
              throw new Unprintable();
            }
            return List.<Watched>of(regular).iterator();
          }

          @Override
          public int size() {
            return 1;
          }
        };
    try (Watchdog starved = new Watchdog("watchdog-test", clock, residents, () -> {})) {
      starved.start();
      eventually()
          .isTrue(
              "goes on",
              () -> {
                clock.passes(Duration.ofMillis(10));
                return regular.calls.get() > 10;
              });
    }
  }

  @RepeatedTest(5)
  void dueAt_whileTheLookWaitsForALock_isNotForgotten() throws Exception {
    ReentrantLock contended = new ReentrantLock();
    Regular regular = new Regular(Duration.ofMillis(5));
    CountDownLatch inLook = new CountDownLatch(1);
    Watched blocked =
        new Watched() {
          private volatile long due = clock.nanoTime();

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
    clock.awaitSleeper();
    clock.passes(Duration.ofMillis(1)); // it has rested
    eventually().isTrue("called", () -> regular.calls.get() > 0);
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
