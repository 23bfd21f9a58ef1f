package io.holdfast.lock.torture.history;

/** What a hold excludes. */
public enum Mode {
  /** Every other hold of the lock. */
  EXCLUSIVE,
  /** Exclusive holds of other owners. */
  SHARED,
  /** As many others as there are not enough permits for. */
  PERMITS,
  /** Nothing: it is no hold. */
  NONE
}
