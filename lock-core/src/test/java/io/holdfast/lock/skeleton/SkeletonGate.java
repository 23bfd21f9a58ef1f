package io.holdfast.lock.skeleton;

import io.holdfast.lock.core.engine.AcquireSpec;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.gate.GateContext;
import io.holdfast.lock.core.gate.Owners;
import io.holdfast.lock.core.gate.TicketPerWaiterGate;
import io.holdfast.lock.core.gate.WaitResult;
import io.holdfast.lock.core.gate.Waiter;
import io.holdfast.lock.core.gate.WaiterTicket;
import io.holdfast.lock.core.key.LockKeys;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A gate from outside the core: many owners, in the order of the server. While a caller waits here,
 * a call that would not wait is refused without a question, as it would be behind.
 */
final class SkeletonGate extends TicketPerWaiterGate {

  private final AtomicInteger refusedHere;
  private final Set<WaiterTicket> waiting = new HashSet<>(); // guarded by the gate's monitor

  /**
   * A gate without waiters.
   *
   * @param refusedHere counts those that were refused without a question
   */
  SkeletonGate(GateContext context, LockKeys keys, AtomicInteger refusedHere) {
    super(context, keys, Owners.many());
    this.refusedHere = refusedHere;
  }

  @Override
  protected void admit(Waiter waiter) {
    if (waiter.isImpatient() && !waiting.isEmpty()) {
      refusedHere.incrementAndGet();
      decide(waiter, WaitResult.REFUSED);
    } else {
      super.admit(waiter);
    }
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
  protected void queued(WaiterTicket ticket) {
    waiting.add(ticket);
  }

  @Override
  protected void vacated(WaiterTicket ticket) {
    waiting.remove(ticket);
  }

  /** The arrival number: it rises as permits are given. */
  @Override
  protected long nextToken(Acquisition held, Waiter waiter, long arrival) {
    return arrival;
  }
}
