package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.key.LockKeys;

/** Who waits for a latch: all who are here go on together. */
public final class LatchGate extends UnownedGate {

  /** Nobody waits yet. */
  public LatchGate(GateContext context, LockKeys keys, Till till) {
    super(context, keys, till);
  }

  @Override
  void begin() {
    Waiter head = waiters.head();
    if (acquisition == null && head != null) {
      reachability.nothingHeardYet();
      acquisition = till.acquisition(this, keys(), head.wish, 1, true);
      acquisition.ask(waiters.hasPatient());
    }
  }

  @Override
  boolean isStillWanted() {
    return !waiters.isEmpty();
  }

  @Override
  public void acquired(Acquisition acquired) {
    reachability.heard();
    acquisition = null;
    till.isOver(acquired, keys());
    dismissAll(Verdict.GRANTED);
    retireIfIdle();
  }
}
