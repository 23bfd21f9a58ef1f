package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.lease.Watched;
import io.holdfast.lock.core.time.MonotonicClock;

/** Has something done at a time, which can be changed, and called off. Any thread. */
public final class Alarm implements Watched {

  private final Watchdog watchdog;
  private final MonotonicClock clock;
  private final Monitor monitor;
  private final Runnable action;
  private volatile long dueNanos; // far away while it is not set

  /**
   * Not set.
   *
   * @param monitor is held while the action is done
   */
  public Alarm(Engine engine, Monitor monitor, Runnable action) {
    this(engine.watchdog(), engine.clock(), monitor, action);
  }

  Alarm(Watchdog watchdog, MonotonicClock clock, Monitor monitor, Runnable action) {
    this.watchdog = watchdog;
    this.clock = clock;
    this.monitor = monitor;
    this.action = action;
    this.dueNanos = never();
  }

  /** Has it done then, once, and not when it was to be done before. With the monitor held. */
  public void set(long nanos) {
    boolean isSooner = nanos - dueNanos < 0;
    dueNanos = nanos;
    if (isSooner) { // otherwise it is watched, and looked at before
      watchdog.watch(this);
    }
  }

  /** The same, unless it is to be done earlier anyway. With the monitor held. */
  public void setEarlier(long nanos) {
    if (nanos - dueNanos < 0) {
      set(nanos);
    }
  }

  /** Has it not done. With the monitor held. */
  public void cancel() {
    watchdog.forget(this);
    dueNanos = never(); // it may be about to be done
  }

  private long never() {
    return clock.nanoTime() + Long.MAX_VALUE / 4;
  }

  @Override
  public long dueNanos() {
    return dueNanos;
  }

  @Override
  public void onDue(long now) {
    monitor.run(
        () -> {
          if (dueNanos - now <= 0) {
            cancel();
            action.run();
          }
        });
  }
}
