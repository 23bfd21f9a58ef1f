package io.holdfast.lock.semaphore.count;

import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.gate.GateContext;
import io.holdfast.lock.core.gate.WaitResult;
import io.holdfast.lock.core.gate.Waiter;
import io.holdfast.lock.core.key.LockKeys;

/** The waiters for a latch: all of them here go on together. */
final class LatchGate extends CountingGate {

  /** Nobody waits yet. */
  LatchGate(GateContext context, LockKeys keys, Till till) {
    super(context, keys, till);
  }

  @Override
  protected Acquisition acquisitionFor(Waiter head) {
    return till.acquisition(this, keys(), head.wish(), 1, true);
  }

  @Override
  boolean isStillWanted() {
    return head() != null;
  }

  @Override
  public void acquired(Acquisition acquired) {
    heard();
    forgetAsked();
    till.isOver(acquired, keys());
    dismissAll(WaitResult.GRANTED);
    retireIfIdle();
  }
}
