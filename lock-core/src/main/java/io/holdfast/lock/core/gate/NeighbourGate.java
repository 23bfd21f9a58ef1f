package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.key.LockKeys;
import java.util.Objects;

/**
 * An owner that lets go serves the next of the server's queue, if that is one of this client. Which
 * one is next is decided here; whether it may go on with what was held is for the subclass to say.
 */
public abstract class NeighbourGate extends TicketPerWaiterGate {

  private final Neighbours neighbours = new Neighbours();

  /** Nobody waits yet. */
  protected NeighbourGate(GateContext context, LockKeys keys, Owners owners) {
    super(context, keys, owners);
  }

  /** Whether the next of the queue, which is one of ours, may go on with what was held. */
  protected abstract boolean mayServe(Acquisition held, Waiter next);

  @Override
  protected final void asking(WaiterTicket ticket) {
    neighbours.asking(ticket);
  }

  @Override
  protected final void queued(WaiterTicket ticket) {
    neighbours.queued(ticket);
  }

  @Override
  protected final void vacated(WaiterTicket ticket) {
    neighbours.vacated(ticket);
  }

  @Override
  protected final boolean canHandOver(Acquisition held) {
    WaiterTicket next = neighbours.nextTo(held);
    return next != null && mayServe(held, next.waiter);
  }

  @Override
  protected final void handOver(Acquisition held) {
    Objects.requireNonNull(neighbours.nextTo(held), "nobody is next").acquiredFrom(held);
  }
}
