package io.holdfast.lock.core.gate;

import java.util.function.Supplier;

/** What became of somebody who waited at a gate. */
sealed interface Verdict permits OwnedHold, Verdict.Refused, Verdict.Failed {

  /** The lock is another's, or the time was over. */
  record Refused() implements Verdict {}

  /**
   * It cannot be said whose it is.
   *
   * @param exception makes one for the caller, in the caller's thread
   */
  record Failed(Supplier<? extends RuntimeException> exception) implements Verdict {}

  /** There is only one way to be refused. */
  Refused REFUSED = new Refused();
}
