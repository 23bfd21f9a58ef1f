package io.holdfast.lock.core.jfr;

/** From the moment when its owner has a lock to that in which it has it no longer. */
public interface HoldSpan {

  /** It is over now. May be called with a monitor held. */
  void over();

  /** How it ended. Only the first call counts; if it was not over before, it is now. */
  void ended(Subject subject, String outcome, long token);
}
