package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.lease.Watched;

/**
 * Runs an action at a certain time, and again after each interval, until it is cancelled. The
 * action runs on the watchdog's thread and holds no monitor; it must not block.
 */
public final class Reminder implements Watched {

  private final Watchdog watchdog;
  private final Runnable action;
  private final long everyNanos;
  private volatile long dueNanos; // written by the watchdog's thread

  private Reminder(Watchdog watchdog, Runnable action, long firstNanos, long everyNanos) {
    this.watchdog = watchdog;
    this.action = action;
    this.everyNanos = everyNanos;
    this.dueNanos = firstNanos;
  }

  /**
   * Begins. Any thread.
   *
   * @param firstNanos when it runs first, by the client's clock
   * @param everyNanos how long after each run it runs again
   */
  public static Reminder set(Engine engine, Runnable action, long firstNanos, long everyNanos) {
    Reminder reminder = new Reminder(engine.watchdog(), action, firstNanos, everyNanos);
    boolean isSet = false;
    try {
      reminder.watchdog.watch(reminder);
      isSet = true;
    } finally {
      if (!isSet) { // an error; nobody could cancel it
        reminder.cancel();
      }
    }
    return reminder;
  }

  /** It does not run again; a run that has begun ends by itself. Any thread. */
  public void cancel() {
    watchdog.forget(this);
  }

  @Override
  public long dueNanos() {
    return dueNanos;
  }

  @Override
  public void onDue(long now) {
    dueNanos = now + everyNanos;
    action.run();
  }
}
