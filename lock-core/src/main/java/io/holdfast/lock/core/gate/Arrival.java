package io.holdfast.lock.core.gate;

import io.holdfast.lock.Hold;

/** How the server ordered the waiters: for tests of the order. */
public final class Arrival {

  private Arrival() {}

  /**
   * The number by which the acquisition of this hold stood in the server's queue; its token if it
   * did not wait for the lock, or waited for a signal before.
   */
  public static long of(Hold hold) {
    OwnedHold owned = (OwnedHold) hold;
    // A neighbour that the lock was passed on to has a number of its own.
    boolean waitedForASignal =
        owned.acquisition().condition().isPresent()
            && owned.arrival() == owned.acquisition().arrival();
    return waitedForASignal ? owned.token() : owned.arrival();
  }
}
