package io.holdfast.lock.semaphore.count;

import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.gate.Farewell;
import io.holdfast.lock.core.gate.GateContext;
import io.holdfast.lock.core.gate.Owners;
import io.holdfast.lock.core.gate.TicketPerClientGate;
import io.holdfast.lock.core.gate.Waiter;
import io.holdfast.lock.core.gate.WaiterTicket;
import io.holdfast.lock.core.key.LockKeys;

/**
 * Those who wait here wait for what nobody holds, and one acquisition asks for all of them. Who
 * does not wait at all has a question of its own: what the others were told is not news.
 */
abstract class CountingGate extends TicketPerClientGate {

  final RemoteCounter counter;

  // Guarded by the monitor.
  private final Farewell farewell;

  CountingGate(GateContext context, LockKeys keys, RemoteCounter counter) {
    super(context, keys, Owners.many());
    this.counter = counter;
    this.farewell = new Farewell(monitor());
  }

  /** Whether the acquisition, which was not granted yet, asks for what the waiters here want. */
  abstract boolean isStillWanted();

  // ---- coming and going

  @Override
  protected final void admit(Waiter waiter) {
    if (waiter.isImpatient() || mayBeServedFirst(waiter)) {
      admitTo(new PermitTicket(this, keys(), waiter, counter, () -> enqueue(waiter)));
    } else {
      enqueue(waiter);
    }
  }

  /** Whether there may be something for this one that is nothing for the first who wait here. */
  boolean mayBeServedFirst(Waiter waiter) {
    return false;
  }

  @Override
  protected final Acquisition acquisitionFor(WaiterTicket ticket) {
    Waiter.WaitRequest request = ticket.waiter().request();
    return counter.acquisition(ticket, keys(), request, request.share().permits(), true);
  }

  @Override
  protected final void afterLeave() {
    Acquisition asked = asked();
    // What is on its way is left for who comes next; its answer brings us here again.
    if (asked != null && !asked.isHeld() && !isStillWanted()) {
      if (asked.isAsking()) {
        withdrawn(farewell.toCome());
      } else {
        forgetAsked();
        withdrawn(farewell.said(asked.withdraw()));
        begin();
      }
    }
    retireIfIdle();
  }

  @Override
  public void queued(Acquisition queued) {
    super.queued(queued);
    if (asked() == queued) {
      afterLeave();
    }
  }

  @Override
  public final void lost(Acquisition gone, LossCause cause) {
    if (asked() == gone) {
      boolean isDeleted = RemoteCounter.isDeleted(gone, cause);
      forgetAsked();
      gone.endLost();
      if (isDeleted) {
        counter.heardGone(keys());
        dismissAll(RemoteCounter.deleted(keys()));
      }
      begin();
      retireIfIdle();
    }
  }

  // ---- what is told to people

  /** How many more waiters are here than the server knows. */
  final int waitingBeside() {
    monitor().enter();
    try {
      Acquisition asked = asked();
      return queueing() - (asked != null && asked.isQueued() ? 1 : 0);
    } finally {
      monitor().leave();
    }
  }
}
