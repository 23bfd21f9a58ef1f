package io.holdfast.lock.core.gate;

import java.util.function.Supplier;

/** What became of a waiter at a gate. */
public sealed interface WaitResult
    permits OwnedHold, WaitResult.Granted, WaitResult.Refused, WaitResult.Failed {

  /** What it waited for is its own, or has come about: there is nothing to hold. */
  record Granted() implements WaitResult {}

  /** The lock is another's, or the time was over. */
  record Refused() implements WaitResult {}

  /**
   * It cannot be said whose it is.
   *
   * @param exception makes one for the caller, in the caller's thread
   */
  record Failed(Supplier<? extends RuntimeException> exception) implements WaitResult {}

  /** There is only one way to be granted what is not held. */
  Granted GRANTED = new Granted();

  /** There is only one way to be refused. */
  Refused REFUSED = new Refused();
}
