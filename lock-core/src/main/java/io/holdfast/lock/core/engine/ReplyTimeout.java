package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.lease.Watched;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Waits for one answer, but not for longer than that: then the outcome is unknown, and an answer
 * that comes later is not listened to. Any thread.
 */
public final class ReplyTimeout<T> implements Watched, Consumer<Outcome<T>> {

  private final Watchdog watchdog;
  private final Duration longest;
  private final Consumer<Outcome<T>> then;
  private final AtomicBoolean isOver = new AtomicBoolean();
  private final long dueNanos;

  private ReplyTimeout(
      Watchdog watchdog, MonotonicClock clock, Duration longest, Consumer<Outcome<T>> then) {
    this.watchdog = watchdog;
    this.longest = longest;
    this.then = then;
    this.dueNanos = clock.nanoTime() + longest.toNanos();
  }

  /** From now on. */
  public static <T> Consumer<Outcome<T>> with(
      Engine engine, Duration longest, Consumer<Outcome<T>> then) {
    return with(engine.watchdog(), engine.clock(), longest, then);
  }

  static <T> Consumer<Outcome<T>> with(
      Watchdog watchdog, MonotonicClock clock, Duration longest, Consumer<Outcome<T>> then) {
    ReplyTimeout<T> timeout = new ReplyTimeout<>(watchdog, clock, longest, then);
    watchdog.watch(timeout);
    return timeout;
  }

  @Override
  public void accept(Outcome<T> outcome) {
    if (isOver.compareAndSet(false, true)) {
      watchdog.forget(this);
      then.accept(outcome);
    }
  }

  @Override
  public long dueNanos() {
    return dueNanos;
  }

  @Override
  public void onDue(long now) {
    accept(
        new Outcome.Failed<>(
            new ServerFailure(
                ServerFailure.Kind.UNKNOWN,
                new IllegalStateException(
                    "no answer within %s ms".formatted(longest.toMillis())))));
  }
}
