package io.holdfast.spring;

/** What happens if the lock is lost while the method runs. */
public enum OnLoss {
  /**
   * When the method has ended, the caller gets {@link io.holdfast.lock.LeaseLostException}. What
   * the method threw is suppressed in it; an {@link Error} is thrown itself.
   */
  THROW,
  /**
   * As {@link #THROW}, and the method is told to stop: its thread is interrupted. A stage or
   * publisher is cancelled.
   */
  INTERRUPT,
  /** A warning is logged. The caller gets what the method returned or threw. */
  LOG
}
