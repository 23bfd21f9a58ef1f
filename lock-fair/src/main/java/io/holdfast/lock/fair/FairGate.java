package io.holdfast.lock.fair;

import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.gate.GateContext;
import io.holdfast.lock.core.gate.NeighbourGate;
import io.holdfast.lock.core.gate.Owners;
import io.holdfast.lock.core.gate.PassingOn;
import io.holdfast.lock.core.gate.WaitResult;
import io.holdfast.lock.core.gate.Waiter;
import io.holdfast.lock.core.key.LockKeys;

/** One owner at a time, in the order of the server. Nobody overtakes. */
final class FairGate extends NeighbourGate {

  /*
   *   the server's queue     a1  a2  a3  b1  a4         a: ours, b: another client's
   *   granted to a1: the run of ours behind it ends with a3
   *
   *   a1 ends ──► a2 has its turn under the acquisition of a1, without the network; then a3
   *   a3 ends ──► the acquisition of a1 is released, and the tickets of a2 and a3 with it
   *
   * That is the order of the server, as nobody can come between: who comes later is behind. Only who
   * knows the arrival number of the next may do so. One that is still asking, since before the next
   * one got its number, might be ahead of it; then the server decides.
   */

  private final PassingOn passingOn;

  /** Nobody waits yet. */
  FairGate(GateContext context, LockKeys keys) {
    super(context, keys, Owners.one());
    this.passingOn = context.passingOn();
  }

  @Override
  protected void admit(Waiter waiter) {
    if (waiter.isImpatient() && isOwned()) {
      decide(waiter, WaitResult.REFUSED);
    } else {
      super.admit(waiter);
    }
  }

  @Override
  protected boolean mayServe(Acquisition held, Waiter next) {
    return held.grantedLease().hasToken() && passingOn.canGoOn(held, next, now());
  }
}
