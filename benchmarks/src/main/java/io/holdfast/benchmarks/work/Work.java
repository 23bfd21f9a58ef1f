package io.holdfast.benchmarks.work;

/** What the threads of a JVM do, over and over. */
public enum Work {
  /** Each thread locks and unlocks a lock of its own. */
  OWN_LOCKS,
  /** All lock and unlock one lock; inside, they take a turn with a {@link Section}. */
  ONE_LOCK,
  /** Each thread locks and unlocks a lock of its own, which it holds already. */
  REENTRY
}
