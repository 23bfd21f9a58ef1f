package io.holdfast.lock.core.jfr;

/** From the call that asks for a lock, for permits or for a latch, to its end. */
public interface AttemptSpan {

  /**
   * It ends now, in the current thread.
   *
   * @param outcome how
   * @param token of the hold; zero if there is none
   */
  void ended(Subject subject, String outcome, long token);
}
