package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.key.LockKeys;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Everybody who waits here has an acquisition of its own, so that the order is the server's. */
public abstract class TicketPerWaiterGate extends Gate {

  /** Nobody waits yet. */
  protected TicketPerWaiterGate(GateContext context, LockKeys keys, Owners owners) {
    super(context, keys, owners);
  }

  @Override
  protected void admit(Waiter waiter) {
    admitTo(ticketFor(waiter));
  }

  /** Where it waits; it does not ask yet. */
  protected WaiterTicket ticketFor(Waiter waiter) {
    return new WaiterTicket(this, waiter);
  }

  @Override
  protected final boolean dismiss(Waiter waiter) {
    WaiterTicket ticket = waiter.ticket;
    return ticket != null && ticket.leave();
  }

  @Override
  protected final void dismissLate(Waiter waiter) {
    WaiterTicket ticket = waiter.ticket;
    if (ticket != null) {
      ticket.timeOut();
    }
  }

  @Override
  protected final void dismissAll(WaitResult result) {}

  @Override
  protected final @Nullable Waiter firstQueueing() {
    return null;
  }

  @Override
  protected final int queueing() {
    return 0;
  }

  @Override
  protected final boolean isIdle() {
    return true;
  }

  // Nothing is kept here that a gate which is idle would leave behind.

  @Override
  protected final List<Acquisition> retained() {
    return List.of();
  }

  @Override
  protected final CompletableFuture<Boolean> giveBack(Acquisition held) {
    return held.end();
  }

  @Override
  protected final void admitNudged(Waiter waiter) {}

  @Override
  protected final void adopt(Acquisition held) {}

  @Override
  protected final void ended(Acquisition gone) {}
}
