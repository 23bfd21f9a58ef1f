package io.holdfast.lock.readwrite.gate;

import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.gate.PassingOn;
import io.holdfast.lock.core.gate.Reminder;
import io.holdfast.lock.core.lease.LeaseTerms;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What the readers of one client share at the server. Guarded by the gate's monitor. */
final class ReadEntry {

  private final Acquisition acquisition;
  private final boolean isLively;
  private final Engine engine;
  private int readers;
  private long usedSinceNanos; // without a break
  private long idleSinceNanos;
  private @Nullable Reminder reminder;

  /**
   * Used by nobody yet.
   *
   * @param isLively whether there was another one a moment ago
   */
  ReadEntry(Acquisition acquisition, boolean isLively, Engine engine) {
    this.acquisition = acquisition;
    this.isLively = isLively;
    this.engine = engine;
  }

  Acquisition acquisition() {
    return acquisition;
  }

  boolean isLively() {
    return isLively;
  }

  boolean isWanted() {
    return acquisition.grantedLease().doOthersWait();
  }

  /** Whether one more may read under it. */
  boolean isOpenTo(LeaseTerms wanted, PassingOn sharing, long now) {
    return sharing.isAllowed(acquisition.terms(), acquisition.grantedLease(), wanted, now)
        && acquisition.outlastsARenewal(now);
  }

  void enter(long now) {
    if (readers == 0) {
      usedSinceNanos = now;
    }
    readers++;
  }

  void leave(long now) {
    readers--;
    idleSinceNanos = now;
  }

  /** Whether somebody has read under it all the time since then. */
  boolean isUsedSince(long nanos) {
    return readers > 0 && usedSinceNanos - nanos <= 0;
  }

  boolean isIdle() {
    return readers == 0;
  }

  boolean isIdleSince(long nanos) {
    return readers == 0 && idleSinceNanos - nanos <= 0;
  }

  /** Looks, a while after it was left, and again and again while it is used now and then. */
  void watch(Consumer<ReadEntry> then, long afterNanos) {
    if (reminder == null) {
      reminder =
          Reminder.set(engine, () -> then.accept(this), idleSinceNanos + afterNanos, afterNanos);
    }
  }

  void unwatch() {
    if (reminder != null) {
      reminder.cancel();
      reminder = null;
    }
  }
}
