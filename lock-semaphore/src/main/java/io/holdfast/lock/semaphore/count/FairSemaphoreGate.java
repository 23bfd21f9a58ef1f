package io.holdfast.lock.semaphore.count;

import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.gate.GateContext;
import io.holdfast.lock.core.gate.Owners;
import io.holdfast.lock.core.gate.TicketPerWaiterGate;
import io.holdfast.lock.core.gate.Waiter;
import io.holdfast.lock.core.gate.WaiterTicket;
import io.holdfast.lock.core.key.LockKeys;

/** Who waits for permits of a semaphore in the order of the server. */
final class FairSemaphoreGate extends TicketPerWaiterGate {

  private final RemoteCounter counter;

  /** Nobody waits yet. */
  FairSemaphoreGate(GateContext context, LockKeys keys, RemoteCounter counter) {
    super(context, keys, Owners.many());
    this.counter = counter;
  }

  @Override
  protected WaiterTicket ticketFor(Waiter waiter) {
    return new PermitTicket(this, keys(), waiter, counter, null);
  }

  @Override
  protected Acquisition acquisitionFor(WaiterTicket ticket) {
    Waiter.WaitRequest request = ticket.waiter().request();
    Waiter.Share share = request.share();
    return counter.acquisition(
        ticket, keys(), request, rollCall(), share.permits(), share.mayOvertake());
  }
}
