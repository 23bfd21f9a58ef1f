package io.holdfast.lock.core.gate;

import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.AcquisitionListener;
import io.holdfast.lock.core.engine.Monitor;
import io.holdfast.lock.core.server.ServerFailure;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * One waiter that has an acquisition of its own. When that is held the waiter has its hold, and
 * this only takes the server's word of it to the gate. Guarded by the gate's monitor.
 */
public class WaiterTicket implements AcquisitionListener {

  /** In the order of the server's queue. */
  static final Comparator<WaiterTicket> BY_ARRIVAL =
      Comparator.comparingLong(WaiterTicket::arrival);

  final Gate gate;
  final Waiter waiter;
  private final Reachability reachability;
  private @Nullable Acquisition asked; // null when the wait is over
  private @Nullable Acquisition beside; // what this client holds besides, whatever the queue
  private long arrival; // when numbered

  /** Does not ask yet. */
  public WaiterTicket(Gate gate, Waiter waiter) {
    this.gate = gate;
    this.waiter = waiter;
    this.reachability = new Reachability(gate.engine.times().unreachableLimit(), gate.keys());
  }

  /** Who waits in it. */
  public final Waiter waiter() {
    return waiter;
  }

  /** Asks for the lock. */
  final void begin() {
    begin(null);
  }

  /** Asks for the lock, perhaps beside what this client holds of it. */
  final void begin(@Nullable Acquisition other) {
    gate.asking(this);
    beside = other;
    Acquisition next = gate.acquisitionFor(this);
    if (other != null) {
      next.holdBeside(other);
    }
    ask(next);
  }

  /** Asks by this acquisition, which has not asked yet. */
  final void ask(Acquisition next) {
    reachability.nothingHeardYet();
    asked = next;
    next.ask(mayWait());
  }

  /** Whether it would also wait for a later answer. */
  protected boolean mayWait() {
    return !waiter.isImpatient();
  }

  /** Whether its waiter waits for a signal. */
  boolean isForSignal() {
    return false;
  }

  /** What it asks by; null when the wait is over. With the monitor held. */
  protected final @Nullable Acquisition asked() {
    assert gate.monitor.isHeldByCurrentThread();
    return asked;
  }

  /** The waiter gives up. False if it has a result already. */
  final boolean leave() {
    Acquisition withdrawn = asked;
    if (withdrawn == null) {
      return false;
    }
    asked = null;
    gate.withdrawn(withdrawn.withdraw());
    gate.vacate(this);
    return true;
  }

  /** It has what nobody holds. With the monitor held. */
  protected final void granted() {
    assert gate.monitor.isHeldByCurrentThread();
    asked = null;
    gate.decide(waiter, WaitResult.GRANTED);
    gate.vacate(this);
  }

  /** Refused here, it waits elsewhere at this gate. With the monitor held. */
  protected final void moveOn(Acquisition refused, Runnable elsewhere) {
    assert gate.monitor.isHeldByCurrentThread();
    asked = null;
    Gate.discard(refused);
    try {
      elsewhere.run();
    } finally {
      gate.vacate(this); // behind: the gate is not idle meanwhile
    }
  }

  /** The wait ends like this. */
  final void leave(WaitResult result) {
    if (leave()) {
      gate.decide(waiter, result);
    }
  }

  final void timeOut() {
    if (asked != null && reachability.isUndecided()) {
      waiter.becomeImpatient(); // the answer that is on its way decides
    } else {
      leave(reachability.verdictOnTimeOut());
    }
  }

  // ---- its place in the queue

  /** The server has told the arrival number. */
  final void numbered() {
    if (asked != null) {
      arrival = asked.arrival();
    }
  }

  final long arrival() {
    return arrival;
  }

  /** Whether nothing but its ticket stands at the server. */
  final boolean canBeServed() {
    return asked != null && asked.canBeServed();
  }

  /** Of one that is queued: whether the other, who still asks, can only be behind it. */
  final boolean isAheadOf(WaiterTicket other) {
    Acquisition own = asked;
    Acquisition others = other.asked;
    return own != null && others != null && others.askedSinceNanos() - own.askedSinceNanos() > 0;
  }

  // ---- word from the server

  @Override
  public final Monitor monitor() {
    return gate.monitor;
  }

  @Override
  public void acquired(Acquisition held) {
    asked = null;
    gate.adopt(held);
    gate.holds().give(waiter, held, held.arrival());
    gate.vacate(this);
  }

  /** It has its turn under what somebody here held before, who was next to it in the queue. */
  final void acquiredFrom(Acquisition held) {
    Acquisition own = asked;
    if (own == null) {
      throw new IllegalStateException("the wait is over");
    }
    asked = null;
    held.serve(own);
    gate.holds().give(waiter, held, own.arrival());
    gate.vacate(this);
  }

  @Override
  public final void queued(Acquisition queued) {
    reachability.heard();
    if (waiter.isImpatient()) {
      leave(WaitResult.REFUSED);
    } else {
      gate.queued(this);
    }
  }

  @Override
  public void heldByAnother(Acquisition refused) {
    refuse(refused, WaitResult.REFUSED);
  }

  /** The wait ends like this, and what it asked by is forgotten. With the monitor held. */
  protected final void refuse(Acquisition refused, WaitResult result) {
    assert gate.monitor.isHeldByCurrentThread();
    asked = null;
    Gate.discard(refused);
    gate.decide(waiter, result);
    gate.vacate(this);
  }

  /** The server says that a hold is not there. Its gate has a monitor of its own. */
  protected final void loseAfterwards(OwnedHold other) {
    assert gate.monitor.isHeldByCurrentThread();
    gate.monitor.afterwards(() -> other.holds().gone(other));
  }

  @Override
  public final boolean failed(Acquisition asking, ServerFailure failure) {
    reachability.failed(failure, gate.now());
    WaitResult result = reachability.verdictOnFailure(waiter, gate.now()).orElse(null);
    if (result == null) {
      return true;
    }
    refuse(asking, result);
    return false;
  }

  @Override
  public void notHeld(Acquisition asking) {
    throw new IllegalStateException("it did not wait for a signal");
  }

  @Override
  public void lost(Acquisition gone, LossCause cause) {
    if (asked == gone) {
      gone.endLost(); // it may have been signalled, and will not come to take the lock
      begin(beside); // or it would wait for what its own owner has
    } else {
      gate.holds().lose(gone, cause);
    }
  }

  @Override
  public void renewed(Acquisition held) {
    gate.holds().tellRenewed(held);
  }

  @Override
  public final boolean ownerIsAlive(Acquisition held) {
    return gate.holds().hasLivingOwner(held);
  }
}
