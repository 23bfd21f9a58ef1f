package io.holdfast.lock.core.jfr;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/** One wish for a lock whose attempt, or hold, or both, may be recorded. */
final class RecordedLock implements LockSpan {

  private static final int HELD = 0;
  private static final int OVER = 1;
  private static final int TOLD = 2;

  private static final AtomicIntegerFieldUpdater<RecordedLock> STATE =
      AtomicIntegerFieldUpdater.newUpdater(RecordedLock.class, "state");

  // Never written: they tell whether events like them are recorded, without an object for each
  // question.
  private static final LockAcquireEvent ANY_ATTEMPT = new LockAcquireEvent();
  private static final LockHoldEvent ANY_HOLD = new LockHoldEvent();

  private @Nullable LockAcquireEvent attempt;
  private @Nullable LockHoldEvent hold; // written before its owner has it
  private volatile int state = HELD; // a loss may be told at the same time as a release

  private RecordedLock() {}

  /** Null if neither attempts nor holds are recorded. */
  static @Nullable RecordedLock find() {
    return ANY_ATTEMPT.isEnabled() || ANY_HOLD.isEnabled() ? new RecordedLock() : null;
  }

  @Override
  public void attemptBegins() {
    try {
      if (ANY_ATTEMPT.isEnabled()) {
        LockAcquireEvent event = new LockAcquireEvent();
        event.begin();
        attempt = event;
      }
    } catch (RuntimeException | Error e) { // such as for want of memory
      Unrecorded.because(e);
    }
  }

  @Override
  public void attemptEnded(Source source, String lock, String outcome, long token) {
    LockAcquireEvent event = attempt;
    attempt = null; // a hold may last for days
    if (event != null) {
      try {
        event.ended(source, lock, outcome, token);
      } catch (RuntimeException | Error e) {
        Unrecorded.because(e);
      }
    }
  }

  @Override
  public void holdBegins() {
    try {
      if (ANY_HOLD.isEnabled()) {
        LockHoldEvent event = new LockHoldEvent();
        event.begin();
        hold = event;
      }
    } catch (RuntimeException | Error e) { // such as for want of memory
      Unrecorded.because(e);
    }
  }

  @Override
  public void holdOver() {
    if (hold != null && state == HELD) {
      try {
        hold.end();
      } catch (RuntimeException | Error e) { // the caller gives the lock back
        Unrecorded.because(e);
      }
      state = OVER;
    }
  }

  @Override
  public void holdEnded(Source source, String lock, String outcome, long token) {
    if (hold == null) {
      return;
    }
    try {
      holdOver();
      if (STATE.compareAndSet(this, OVER, TOLD)) {
        hold.ended(source, lock, outcome, token);
      }
    } catch (RuntimeException | Error e) {
      Unrecorded.because(e);
    }
  }
}
