package io.holdfast.lock.core.jfr;

/**
 * What is recorded of one wish for a lock, for permits or for a latch: the attempt, and the hold it
 * leads to. Nothing here waits or throws.
 */
public interface LockSpan {

  /** From now on it is an attempt: before, it waited for something else. By the thread it is of. */
  void attemptBegins();

  /**
   * The attempt ends now, in the current thread. Once.
   *
   * @param outcome how
   * @param token of the hold; zero if there is none
   */
  void attemptEnded(Source source, String lock, String outcome, long token);

  /**
   * Its owner is about to have it. An earlier one, which was lost before its owner saw it, is
   * forgotten.
   */
  void holdBegins();

  /** Its owner has it no longer. With the monitor held that guards the hold. */
  void holdOver();

  /**
   * How the hold ended. Only the first call counts. If it was not {@linkplain #holdOver over}
   * before, it is now; then the monitor is held.
   */
  void holdEnded(Source source, String lock, String outcome, long token);
}
