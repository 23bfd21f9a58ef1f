package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.Requeue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A waiter that has let go of the lock to wait for a signal, and then waits for the lock again.
 * When it has the lock nobody can tell, nor needs to, whether a signal brought it there.
 */
final class ConditionTicket extends WaiterTicket {

  private final OwnedHold before;
  private @Nullable Acquisition parked; // while it waits for the signal, as far as is known

  // Written under the monitor before the result, read by the waiting thread after it.
  private volatile boolean wasParked;

  ConditionTicket(Gate gate, Waiter waiter, OwnedHold before) {
    super(gate, waiter);
    this.before = before;
  }

  /**
   * Ends a hold and has its owner wait for a signal instead.
   *
   * @return where it waits; null if the hold is lost or has ended before
   */
  static @Nullable ConditionTicket insteadOf(OwnedHold hold, Waiter waiter, String condition) {
    Gate gate = hold.gate();
    Holds holds = gate.holds();
    ConditionTicket ticket;
    CompletableFuture<Boolean> released;
    gate.monitor.enter();
    try {
      if (!holds.end(hold)) {
        return null;
      }
      Acquisition held = hold.acquisition();
      ticket = new ConditionTicket(gate, waiter, hold);
      Requeue requeue = held.awaitBy(ticket, gate.rollCall(), gate.verbs, condition);
      gate.occupy(ticket);
      ticket.park(requeue.next());
      released = requeue.released();
      holds.events().released(hold, released);
      holds.events().countReleased(released);
      gate.ended(held);
    } finally {
      gate.monitor.leave();
    }
    holds.events().recordReleased(hold, released);
    holds.events().directEnd(hold).released(released);
    return ticket;
  }

  /** Waits for a signal by this acquisition, whose request releases the lock. */
  void park(Acquisition next) {
    parked = next;
    ask(next);
  }

  /** Time is over, or somebody has interrupted: it waits for the lock only. Any thread. */
  void stopAwaiting() {
    gate.monitor.enter();
    try {
      Acquisition waiting = asked();
      if (waiting != null && waiting == parked) {
        waiting.stopAwaiting(gate.verbs, isParked -> wasParked = isParked);
      }
    } finally {
      gate.monitor.leave();
    }
  }

  /**
   * Whether it had still been waiting for the signal when it was to stop. For the waiting thread.
   */
  boolean wasParked() {
    return wasParked;
  }

  @Override
  boolean isForSignal() {
    return true;
  }

  @Override
  public void notHeld(Acquisition asking) {
    gate.holds().lostBeforeRelease(before);
    refuse(asking, new WaitResult.Failed(() -> before.tellLoss().orElseGet(before::loss)));
  }
}
