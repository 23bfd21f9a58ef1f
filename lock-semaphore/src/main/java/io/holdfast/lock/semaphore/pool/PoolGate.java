package io.holdfast.lock.semaphore.pool;

import io.holdfast.lock.core.engine.AcquireSpec;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.gate.GateContext;
import io.holdfast.lock.core.gate.NeighbourGate;
import io.holdfast.lock.core.gate.Owners;
import io.holdfast.lock.core.gate.PassingOn;
import io.holdfast.lock.core.gate.Waiter;
import io.holdfast.lock.core.gate.WaiterTicket;
import io.holdfast.lock.core.key.LockKeys;

/** Owners of a share each, in the order of the server. */
final class PoolGate extends NeighbourGate {

  /*
   * An owner that lets go serves the next of the server's queue if that is one of this client, and
   * wants as much. Others let go, too, so that the server may grant the same ticket meanwhile: that
   * grant is given back (Acquisition, SERVED). Not for longer than a slice: that is how long it
   * takes until a pool that is made smaller is smaller here, too.
   */

  private final PassingOn passingOn;

  /** Nobody waits yet. */
  PoolGate(GateContext context, LockKeys keys) {
    super(context, keys, Owners.many());
    this.passingOn = context.passingOn();
  }

  /** The arrival number: it rises as permits are given, whichever owner here hands them on. */
  @Override
  protected long nextToken(Acquisition held, Waiter waiter, long arrival) {
    return arrival;
  }

  @Override
  protected Acquisition acquisitionFor(WaiterTicket ticket) {
    Waiter.WaitRequest request = ticket.waiter().request();
    Acquisition next =
        new Acquisition(
            AcquireSpec.ofPermits(
                context().engine(),
                context().verbs(),
                ticket,
                keys(),
                request.terms(),
                rollCall(),
                request.share().permits()));
    next.tell(Integer.toString(request.share().size()));
    return next;
  }

  @Override
  protected boolean mayServe(Acquisition held, Waiter next) {
    return next.request().share().permits() == held.permits()
        && passingOn.canGoOnForASlice(held, next, now());
  }
}
