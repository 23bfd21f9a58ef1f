package io.holdfast.lock.semaphore.count;

import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.gate.GateContext;
import io.holdfast.lock.core.gate.Owners;
import io.holdfast.lock.core.gate.WaiterTicket;
import io.holdfast.lock.core.gate.TicketPerWaiterGate;
import io.holdfast.lock.core.gate.Waiter;
import io.holdfast.lock.core.key.LockKeys;

/** Who waits for permits of a semaphore in the order of the server. */
final class FairSemaphoreGate extends TicketPerWaiterGate {

  private final Till till;

  /** Nobody waits yet. */
  FairSemaphoreGate(GateContext context, LockKeys keys, Till till) {
    super(context, keys, Owners.many());
    this.till = till;
  }

  @Override
  protected WaiterTicket ticketFor(Waiter waiter) {
    return new PermitTicket(this, keys(), waiter, till, null);
  }

  @Override
  protected Acquisition acquisitionFor(WaiterTicket ticket) {
    Waiter.WaitRequest request = ticket.waiter().request();
    Waiter.Share share = request.share();
    return till.acquisition(ticket, keys(), request, rollCall(), share.permits(), share.mayOvertake());
  }
}
