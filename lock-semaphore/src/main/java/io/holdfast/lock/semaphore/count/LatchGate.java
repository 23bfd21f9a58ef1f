package io.holdfast.lock.semaphore.count;

import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.gate.GateContext;
import io.holdfast.lock.core.gate.WaitResult;
import io.holdfast.lock.core.gate.Waiter;
import io.holdfast.lock.core.key.LockKeys;

/** The waiters for a latch: all of them here go on together. */
final class LatchGate extends CountingGate {

  /** Nobody waits yet. */
  LatchGate(GateContext context, LockKeys keys, RemoteCounter counter) {
    super(context, keys, counter);
  }

  @Override
  protected Acquisition acquisitionFor(Waiter head) {
    return counter.acquisition(this, keys(), head.request(), 1, true);
  }

  @Override
  boolean isStillWanted() {
    return head() != null;
  }

  @Override
  public void acquired(Acquisition acquired) {
    heard();
    forgetAsked();
    counter.isOver(acquired, keys());
    dismissAll(WaitResult.GRANTED);
    retireIfIdle();
  }
}
