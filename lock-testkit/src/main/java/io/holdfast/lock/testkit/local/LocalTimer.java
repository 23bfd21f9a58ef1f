package io.holdfast.lock.testkit.local;

import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Looks after what is due in a space: leases, renewals, time limits. It has a thread only while
 * something will be due.
 */
final class LocalTimer {

  private final LocalSpace space;
  private @Nullable Thread thread; // guarded by the space
  private long plannedNanos; // when the thread looks again; guarded by the space

  LocalTimer(LocalSpace space) {
    this.space = space;
  }

  /** Something is due at this time. Called under the space's monitor. */
  void plan(long dueNanos) {
    if (thread == null || !thread.isAlive()) { // an error may have ended it
      plannedNanos = dueNanos;
      thread = new Thread(this::run, "holdfast-local-timer");
      thread.setDaemon(true);
      thread.start();
    } else if (dueNanos - plannedNanos < 0) {
      plannedNanos = dueNanos;
      LockSupport.unpark(thread);
    }
  }

  /** Has the thread end if nothing is due any more. Called under the space's monitor. */
  void look() {
    LockSupport.unpark(thread);
  }

  private void run() {
    while (true) {
      long untilNanos;
      synchronized (space) {
        OptionalLong due = space.settleAll();
        if (due.isEmpty()) {
          thread = null;
          return;
        }
        untilNanos = due.getAsLong();
        plannedNanos = untilNanos;
      }
      space.clock().parkUntil(this, untilNanos);
    }
  }
}
