package io.holdfast.lock.torture.history;

/** What an operation that succeeds does to its lock. */
public enum Effect {
  /** A hold begins. */
  ACQUIRES,
  /** The count of a hold goes up. */
  RE_ENTERS,
  /** The count of a hold goes down; at zero the hold ends. */
  RELEASES,
  /**
   * A hold ends when it is called and begins again before it returns, as waiting for a condition.
   */
  AWAITS,
  /** Whatever hold there is ends. */
  FORCES,
  /** Nothing. */
  NOTHING
}
