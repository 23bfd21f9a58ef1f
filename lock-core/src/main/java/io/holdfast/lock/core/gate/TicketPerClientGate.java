package io.holdfast.lock.core.gate;

import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.AcquireSpec;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.AcquisitionListener;
import io.holdfast.lock.core.engine.Monitor;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.ServerFailure;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Those who wait here wait in one queue, and one acquisition asks the server for all of them. */
public abstract class TicketPerClientGate extends Gate implements AcquisitionListener {

  // Guarded by the monitor.
  final WaitQueue waiters = new WaitQueue();
  final Reachability reachability;
  @Nullable Acquisition acquisition;

  /** Nobody waits yet. */
  protected TicketPerClientGate(GateContext context, LockKeys keys, Owners owners) {
    super(context, keys, owners);
    this.reachability = new Reachability(engine.times().unreachableLimit(), keys);
  }

  // ---- what a kind decides; with the monitor held

  /** A waiter has gone without the lock. */
  protected abstract void afterLeave();

  /**
   * The acquisition that asks for the waiters here, of which that one is the first; it has not
   * asked yet.
   */
  protected Acquisition acquisitionFor(Waiter head) {
    return new Acquisition(AcquireSpec.of(engine, verbs, this, keys(), head.request.terms()));
  }

  /** Whether the acquisition waits at the server if it is not granted at once. */
  protected boolean mayWait() {
    return waiters.hasPatient();
  }

  // ---- the waiters here; with the monitor held

  /** The first of them; null if nobody waits. */
  protected final @Nullable Waiter head() {
    assert monitor.isHeldByCurrentThread();
    return waiters.head();
  }

  /** Shows each of them; they may leave meanwhile. */
  protected final void forEachWaiter(Consumer<Waiter> action) {
    assert monitor.isHeldByCurrentThread();
    waiters.forEach(action);
  }

  /** One more, behind the others. It has no ticket of its own any more. */
  protected final void enqueue(Waiter waiter) {
    assert monitor.isHeldByCurrentThread();
    waiter.ticket = null;
    waiters.addLast(waiter);
    begin();
  }

  /** The waiter owns what is held. It waits no more, if it did. */
  protected final void give(Waiter waiter, Acquisition held) {
    assert monitor.isHeldByCurrentThread();
    waiters.remove(waiter);
    waiter.ticket = null; // it may have had one, and a hold that was lost before it saw it
    holds().give(waiter, held, held.arrival());
  }

  /** Has the waiter come and take the hold, if it is one that can; false if it has to be given. */
  protected final boolean nudge(Waiter waiter) {
    assert monitor.isHeldByCurrentThread();
    if (!waiter.canCome()) {
      return false;
    }
    if (waiter.nudge()) {
      monitor.afterwards(waiter::wake);
    }
    return true;
  }

  /** One of them has what nobody holds. */
  protected final void grant(Waiter waiter) {
    boolean wasQueued = waiters.remove(waiter);
    assert wasQueued;
    decide(waiter, WaitResult.GRANTED);
  }

  // ---- the acquisition that asks for them; with the monitor held

  /** The acquisition that asks, or is held, for them; null if none. */
  protected final @Nullable Acquisition asked() {
    assert monitor.isHeldByCurrentThread();
    return acquisition;
  }

  /** This one asks for them, or is held, from now on. */
  protected final void askBy(Acquisition next) {
    assert monitor.isHeldByCurrentThread();
    acquisition = next;
  }

  /**
   * It does not ask for them any more: the next one may. It has ended, or was handed to somebody.
   */
  protected final void forgetAsked() {
    assert monitor.isHeldByCurrentThread();
    acquisition = null;
  }

  /** Of what is asked now, other than of what was asked before. */
  protected final void nothingHeardYet() {
    assert monitor.isHeldByCurrentThread();
    reachability.nothingHeardYet();
  }

  /** The server has told whose the lock is. */
  protected final void heard() {
    assert monitor.isHeldByCurrentThread();
    reachability.heard();
  }

  // ---- coming and going

  @Override
  protected final boolean dismiss(Waiter waiter) {
    WaiterTicket ticket = waiter.ticket;
    if (ticket != null) {
      return ticket.leave();
    }
    if (!waiters.remove(waiter)) {
      return false;
    }
    afterLeave();
    return true;
  }

  @Override
  protected final void dismissLate(Waiter waiter) {
    WaiterTicket ticket = waiter.ticket;
    if (ticket != null) {
      ticket.timeOut();
      return;
    }
    if (reachability.isUndecided() && waiters.makeImpatient(waiter)) {
      return;
    }
    if (waiters.remove(waiter)) {
      decide(waiter, reachability.verdictOnTimeOut());
      afterLeave();
    }
  }

  @Override
  protected final void dismissAll(WaitResult result) {
    waiters.takeEach(waiter -> Optional.of(result), this::decide);
  }

  @Override
  protected final @Nullable Waiter firstQueueing() {
    return waiters.head();
  }

  @Override
  protected final int queueing() {
    return waiters.size();
  }

  /** Asks for the waiters, if no acquisition asks or is held. */
  protected final void begin() {
    assert monitor.isHeldByCurrentThread();
    if (acquisition == null) {
      Waiter head = waiters.head();
      if (head != null) {
        reachability.nothingHeardYet();
        Acquisition next = acquisitionFor(head);
        acquisition = next;
        try {
          next.ask(mayWait());
        } finally {
          if (next.isNew()) { // an error: nobody knows of it, so nothing would ever come of it
            acquisition = null;
          }
        }
      }
    }
  }

  /** Those who would not wait for a later answer hear that it is another's. */
  protected final void refuseImpatient() {
    assert monitor.isHeldByCurrentThread();
    if (waiters.hasImpatient()) {
      waiters.takeEach(
          waiter -> waiter.isImpatient() ? Optional.of(WaitResult.REFUSED) : Optional.empty(),
          this::decide);
    }
  }

  /** Whether the server has said that others are before us. With the monitor held. */
  protected final boolean isQueuedForSure() {
    assert monitor.isHeldByCurrentThread();
    return acquisition != null && acquisition.isQueued() && reachability.isServersWord();
  }

  // ---- what is asked or had

  /** The acquisition is lost, and so are all holds under it. */
  protected final void lose(Acquisition gone, LossCause cause) {
    assert monitor.isHeldByCurrentThread();
    holds().lose(gone, cause);
  }

  @Override
  protected void ended(Acquisition gone) {
    if (acquisition == gone) {
      acquisition = null;
      begin();
    }
  }

  @Override
  protected List<Acquisition> retained() {
    Acquisition asked = acquisition;
    return asked == null ? List.of() : List.of(asked);
  }

  @Override
  protected boolean isIdle() {
    return acquisition == null && waiters.isEmpty();
  }

  // ---- word from the server

  @Override
  public final Monitor monitor() {
    return monitor;
  }

  @Override
  public void queued(Acquisition asked) {
    reachability.heard();
    refuseImpatient();
    if (waiters.isEmpty()) {
      afterLeave();
    }
  }

  @Override
  public void undecided(Acquisition asked) {
    queued(asked);
  }

  @Override
  public void heldByAnother(Acquisition asked) {
    reachability.heard();
    acquisition = null;
    discard(asked);
    refuseImpatient();
    begin(); // for the waiters, with a question of their own
    retireIfIdle();
  }

  @Override
  public final boolean failed(Acquisition asked, ServerFailure failure) {
    reachability.failed(failure, now());
    waiters.takeEach(waiter -> reachability.verdictOnFailure(waiter, now()), this::decide);
    if (!waiters.isEmpty()) {
      return true;
    }
    acquisition = null;
    discard(asked);
    retireIfIdle();
    return false;
  }

  @Override
  public void renewed(Acquisition held) {
    holds().tellRenewed(held);
  }

  @Override
  public final boolean ownerIsAlive(Acquisition held) {
    return holds().hasLivingOwner(held);
  }

  @Override
  public final void notHeld(Acquisition asked) {
    throw new IllegalStateException("a gate does not wait for signals");
  }
}
