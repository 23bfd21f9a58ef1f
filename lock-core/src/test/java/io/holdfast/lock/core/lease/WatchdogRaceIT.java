package io.holdfast.lock.core.lease;

import static io.holdfast.lock.core.race.Races.assertRaceOf;
import static io.holdfast.lock.core.race.Races.noRaceOf;

import io.holdfast.lock.core.time.MonotonicClock;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The watchdog's thread in every order with the threads that want its attention. A model checker
 * lets a park end at any time, so only {@link WatchdogTest} detects that it sleeps too long.
 */
@Tag("long")
class WatchdogRaceIT {

  /** A millisecond passes with each look. */
  private static final class TickingClock implements MonotonicClock {
    private final AtomicLong nanos = new AtomicLong();

    @Override
    public long nanoTime() {
      return nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  /** Is due at once, then not for a long time. */
  private static final class Once implements Watched {

    private final CountDownLatch called = new CountDownLatch(1);
    private final AtomicInteger calls = new AtomicInteger();
    private volatile long dueNanos;

    @Override
    public long dueNanos() {
      return dueNanos;
    }

    @Override
    public void onDue(long now) {
      dueNanos = now + TimeUnit.HOURS.toNanos(1);
      calls.incrementAndGet();
      called.countDown();
    }
  }

  private static void watchAndExecute(boolean forgetsTooEarly) {
    Set<Watched> residents = ConcurrentHashMap.newKeySet();
    Watchdog watchdog = new Watchdog("watchdog", new TickingClock(), residents, () -> {});
    Once visitor = new Once();
    Once resident = new Once();
    CountDownLatch executed = new CountDownLatch(1);
    watchdog.start();
    Thread comer =
        new Thread(
            () -> {
              residents.add(resident);
              watchdog.dueAt(resident.dueNanos());
              watchdog.execute(executed::countDown);
            });
    comer.start();
    watchdog.watch(visitor);
    if (forgetsTooEarly) {
      watchdog.forget(visitor);
    }
    await(visitor.called);
    await(resident.called);
    await(executed);
    watchdog.forget(visitor);
    watchdog.close();
    if (visitor.calls.get() != 1 || resident.calls.get() != 1) {
      throw new IllegalStateException("called twice");
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whoIsDue_comesWhileItLooks_isCalledOnce() {
    noRaceOf(() -> watchAndExecute(false));
  }

  @Test
  void whoIsDue_isForgottenTooEarly_isFoundNeverToBeCalled() {
    assertRaceOf(() -> watchAndExecute(true), "hung");
  }
}
