package io.holdfast.lock.core.gate;

import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.Requeue;
import io.holdfast.lock.core.key.LockKeys;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** One acquisition for all callers here: it is passed on among them without the network. */
public final class CohortGate extends TicketPerClientGate {

  /*
   * Towards the server the gate is at one of three places:
   *
   *   no acquisition ──begin──► asks or is queued ──acquired──► has it ──release──► …
   *                                                              │  ▲
   *                              owner ends, next waiter here ───┘  │ passed on: no network
   *                                                              └──┘
   *
   * Passing on marks the acquisition locally free and nudges the head. A running thread may take it
   * first (barging: that is what makes it fast); a head that has waited for longer than one slice is
   * given the hold directly. When other clients wait, passing on stops one slice after the client got
   * the acquisition: the release goes to the server and queues the gate again under a new id.
   *
   * A hold is not passed on either while the other side of the lock, if it has one, is against it.
   *
   * An owner that comes back from waiting for a signal has an acquisition of its own. It becomes that
   * of the gate if there is none; otherwise that one goes on waiting at the server, and gets the lock
   * when the owner releases it.
   */

  private final SoleOwner owner;
  private final PassingOn passingOn;

  /** Nobody waits yet. */
  public CohortGate(GateContext context, LockKeys keys) {
    this(context, keys, new SoleOwner());
  }

  private CohortGate(GateContext context, LockKeys keys, SoleOwner owner) {
    super(context, keys, owner);
    this.owner = owner;
    this.passingOn = context.passingOn();
  }

  // ---- coming and going

  @Override
  protected void admit(Waiter waiter) {
    if (mayBarge(waiter)) {
      holds().give(waiter, heldAcquisition(), heldAcquisition().arrival());
    } else if (waiter.isImpatient() && isAnothersForSure()) {
      decide(waiter, WaitResult.REFUSED);
    } else {
      waiters.addLast(waiter);
      begin();
    }
  }

  @Override
  protected void admitNudged(Waiter waiter) {
    waiter.notNudged();
    if (waiters.head() == waiter && isLocallyFree()) {
      waiters.remove(waiter);
      holds().give(waiter, heldAcquisition(), heldAcquisition().arrival());
    }
  }

  @Override
  protected void afterLeave() {
    Acquisition asked = acquisition;
    if (asked != null && asked.isHeld()) {
      if (owner.current() == null) {
        passOnOrGiveBack(asked);
      }
    } else if (asked != null && waiters.isEmpty()) {
      acquisition = null;
      withdrawn(asked.end());
    }
    retireIfIdle();
  }

  // ---- passing on

  private boolean isLocallyFree() {
    return owner.current() == null && acquisition != null && acquisition.isHeld();
  }

  private boolean mayBarge(Waiter waiter) {
    return isLocallyFree() && mayPassOn(heldAcquisition(), waiter);
  }

  private boolean isAnothersForSure() {
    return owner.current() != null
        || (acquisition != null
            && (acquisition.isHeld() // another waiter here is on its way to take it
                || isQueuedForSure()));
  }

  private Acquisition heldAcquisition() {
    if (acquisition == null || !acquisition.isHeld()) {
      throw new IllegalStateException("no acquisition is held for " + keys());
    }
    return acquisition;
  }

  @Override
  protected boolean canHandOver(Acquisition held) {
    Waiter head = waiters.head();
    return held == acquisition && head != null && mayPassOn(held, head);
  }

  /** It is locally free: the head gets it, or a running thread that is faster. */
  @Override
  protected void handOver(Acquisition held) {
    Waiter head = Objects.requireNonNull(waiters.head(), "nobody waits");
    if (passingOn.isOverdue(head.request.sinceNanos(), now()) || !nudge(head)) {
      waiters.remove(head);
      holds().give(head, held, held.arrival());
    }
  }

  @Override
  protected CompletableFuture<Boolean> giveBack(Acquisition held) {
    if (held != acquisition) {
      return held.end();
    }
    Waiter head = waiters.head();
    if (head == null) {
      acquisition = null;
      return held.end();
    }
    Requeue requeue = held.succeedBy(this, head.request.terms());
    acquisition = requeue.next();
    requeue.next().ask(true);
    return requeue.released();
  }

  /** Nobody had it, but somebody may be about to come. */
  private void passOnOrGiveBack(Acquisition held) {
    if (canHandOver(held)) {
      handOver(held);
    } else {
      withdrawn(giveBack(held));
    }
  }

  /** Has the waiter come and take the hold, if it is one that can. */
  private boolean nudge(Waiter waiter) {
    if (!waiter.canCome()) {
      return false;
    }
    if (waiter.nudge()) {
      monitor.afterwards(waiter::wake);
    }
    return true;
  }

  private boolean mayPassOn(Acquisition held, Waiter next) {
    return passingOn.isAllowed(held.terms(), held.grantedLease(), next.request.terms(), now())
        && gates().companion().mayPassOn(keys());
  }

  @Override
  protected void adopt(Acquisition held) {
    if (acquisition == null) {
      acquisition = held;
    }
  }

  // ---- word from the server

  @Override
  public void acquired(Acquisition held) {
    reachability.heard();
    Waiter head = waiters.head();
    if (head == null || !held.terms().equals(head.request.terms())) {
      passOnOrGiveBack(held);
    } else {
      waiters.remove(head);
      holds().give(head, held, held.arrival());
    }
    refuseImpatient();
    retireIfIdle();
  }

  @Override
  public void lost(Acquisition gone, LossCause cause) {
    if (acquisition == gone) {
      holds().lose(gone, cause);
    }
  }
}
