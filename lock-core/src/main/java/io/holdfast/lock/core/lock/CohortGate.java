package io.holdfast.lock.core.lock;

import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.Requeue;
import io.holdfast.lock.core.gate.GateContext;
import io.holdfast.lock.core.gate.Owners;
import io.holdfast.lock.core.gate.PassingOn;
import io.holdfast.lock.core.gate.TicketPerClientGate;
import io.holdfast.lock.core.gate.WaitResult;
import io.holdfast.lock.core.gate.Waiter;
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

  private final PassingOn passingOn;

  /** Nobody waits yet. */
  public CohortGate(GateContext context, LockKeys keys) {
    super(context, keys, Owners.one());
    this.passingOn = context.passingOn();
  }

  // ---- coming and going

  @Override
  protected void admit(Waiter waiter) {
    if (mayBarge(waiter)) {
      give(waiter, heldAcquisition());
    } else if (waiter.isImpatient() && isAnothersForSure()) {
      decide(waiter, WaitResult.REFUSED);
    } else {
      enqueue(waiter);
    }
  }

  @Override
  protected void admitNudged(Waiter waiter) {
    if (head() == waiter && isLocallyFree()) {
      give(waiter, heldAcquisition());
    }
  }

  @Override
  protected void afterLeave() {
    Acquisition asked = asked();
    if (asked != null && asked.isHeld()) {
      if (!isOwned()) {
        passOnOrGiveBack(asked);
      }
    } else if (asked != null && head() == null) {
      forgetAsked();
      withdrawn(asked.end());
    }
    retireIfIdle();
  }

  // ---- passing on

  private boolean isLocallyFree() {
    Acquisition asked = asked();
    return !isOwned() && asked != null && asked.isHeld();
  }

  private boolean mayBarge(Waiter waiter) {
    return isLocallyFree() && mayPassOn(heldAcquisition(), waiter);
  }

  private boolean isAnothersForSure() {
    Acquisition asked = asked();
    return isOwned()
        || (asked != null
            && (asked.isHeld() // another waiter here is on its way to take it
                || isQueuedForSure()));
  }

  private Acquisition heldAcquisition() {
    Acquisition asked = asked();
    if (asked == null || !asked.isHeld()) {
      throw new IllegalStateException("no acquisition is held for " + keys());
    }
    return asked;
  }

  @Override
  protected boolean canHandOver(Acquisition held) {
    Waiter head = head();
    return held == asked() && head != null && mayPassOn(held, head);
  }

  /** It is locally free: the head gets it, or a running thread that is faster. */
  @Override
  protected void handOver(Acquisition held) {
    Waiter head = Objects.requireNonNull(head(), "nobody waits");
    if (passingOn.isOverdue(head.request().sinceNanos(), now()) || !nudge(head)) {
      give(head, held);
    }
  }

  @Override
  protected CompletableFuture<Boolean> giveBack(Acquisition held) {
    if (held != asked()) {
      return held.end();
    }
    Waiter head = head();
    if (head == null) {
      forgetAsked();
      return held.end();
    }
    Requeue requeue = held.succeedBy(this, head.request().terms());
    askBy(requeue.next());
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

  private boolean mayPassOn(Acquisition held, Waiter next) {
    return passingOn.isAllowed(held.terms(), held.grantedLease(), next.request().terms(), now())
        && companion().mayPassOn(keys());
  }

  @Override
  protected void adopt(Acquisition held) {
    if (asked() == null) {
      askBy(held);
    }
  }

  // ---- word from the server

  @Override
  public void acquired(Acquisition held) {
    heard();
    Waiter head = head();
    if (head == null || !held.terms().equals(head.request().terms())) {
      passOnOrGiveBack(held);
    } else {
      give(head, held);
    }
    refuseImpatient();
    retireIfIdle();
  }

  @Override
  public void lost(Acquisition gone, LossCause cause) {
    if (asked() == gone) {
      lose(gone, cause);
    }
  }
}
