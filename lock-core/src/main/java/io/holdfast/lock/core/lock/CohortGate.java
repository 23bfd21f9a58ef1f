package io.holdfast.lock.core.lock;

import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.Requeue;
import io.holdfast.lock.core.gate.GateContext;
import io.holdfast.lock.core.gate.Lingering;
import io.holdfast.lock.core.gate.Owners;
import io.holdfast.lock.core.gate.PassingOn;
import io.holdfast.lock.core.gate.TicketPerClientGate;
import io.holdfast.lock.core.gate.WaitResult;
import io.holdfast.lock.core.gate.Waiter;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.LeaseTerms;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

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
   *
   * Lingering, if the client is set so: an acquisition that was asked for a moment after the last
   * one ended may stay, locally free, when its owner has let go and nobody waits. It ends when
   * another client wants it, when a while has passed, or when it cannot be given to the next caller.
   */

  /** The answer to a release of what stays: it was held, as far as anybody knows. */
  private static final CompletableFuture<Boolean> STAYS = CompletableFuture.completedFuture(true);

  private final PassingOn passingOn;
  private final @Nullable Lingering lingering; // null: nothing stays

  /** Nobody waits yet, and nothing will linger. */
  public CohortGate(GateContext context, LockKeys keys) {
    this(context, keys, false);
  }

  private CohortGate(GateContext context, LockKeys keys, boolean mayLinger) {
    super(context, keys, Owners.one());
    this.passingOn = context.passingOn();
    this.lingering = mayLinger ? context.lingering(keys, this::endLingeringIfOver) : null;
  }

  /** The same of a kind whose acquisitions linger if the client is set so. */
  public static CohortGate lingering(GateContext context, LockKeys keys) {
    return new CohortGate(context, keys, true);
  }

  // ---- coming and going

  @Override
  protected void admit(Waiter waiter) {
    if (mayBarge(waiter)) {
      give(waiter, heldAcquisition());
    } else if (lingers()) { // and cannot be given to this waiter, the first to come
      nothingHeardYet(); // of whether the server gives it, and whether the server is there
      enqueue(waiter);
      withdrawn(giveUp(heldAcquisition()));
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
    return isLocallyFree()
        && mayPassOn(heldAcquisition(), waiter.request().terms())
        && (head() != null || heldAcquisition().isCertain()); // if it lingered it may be forgotten
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
  protected Acquisition acquisitionFor(Waiter head) {
    Acquisition next = lingering == null ? null : lingering.next(this, head.request().terms());
    return next == null ? super.acquisitionFor(head) : next;
  }

  @Override
  public boolean isInLongUse(Acquisition held) {
    return isOwnedSince(held, now() - claimNanos() / 6);
  }

  private long claimNanos() {
    return context().engine().times().claimLease().toNanos();
  }

  @Override
  protected boolean canHandOver(Acquisition held) {
    Waiter head = head();
    return held == asked() && head != null && mayPassOn(held, head.request().terms());
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
    if (held == asked() && head() == null && lingering != null) {
      lingering.released();
      if (lingering.canStay(held) && mayPassOn(held, held.terms()) && lingering.begin()) {
        return STAYS;
      }
    }
    return giveUp(held);
  }

  private CompletableFuture<Boolean> giveUp(Acquisition held) {
    if (held != asked()) {
      return held.end();
    }
    stopLingering();
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
      withdrawn(giveUp(held));
    }
  }

  private boolean mayPassOn(Acquisition held, LeaseTerms wanted) {
    long now = now();
    return passingOn.isAllowed(held.terms(), held.grantedLease(), wanted, now)
        && held.outlastsARenewal(now)
        && companion().mayPassOn(keys());
  }

  // ---- lingering

  /** Whether it stays at the server, and nobody here has it, or is on the way to take it. */
  private boolean lingers() {
    return isLocallyFree() && head() == null;
  }

  /** The watchdog's thread, without the monitor. */
  private void endLingeringIfOver() {
    monitor()
        .run(
            () -> {
              Lingering known = Objects.requireNonNull(lingering, "lingering");
              if (!lingers()) {
                known.end(); // the next release begins anew
              } else if (known.isOver()) {
                withdrawn(giveUp(heldAcquisition()));
                retireIfIdle();
              }
            });
  }

  private void stopLingering() {
    if (lingering != null) {
      lingering.end();
    }
  }

  @Override
  protected void ended(Acquisition gone) {
    stopLingering();
    super.ended(gone);
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
      nothingHeardYet(); // of what is asked for the callers that are here now
      passOnOrGiveBack(held);
    } else {
      give(head, held);
      refuseImpatient();
    }
    retireIfIdle();
  }

  @Override
  public void queued(Acquisition asked) {
    wantedElsewhere();
    super.queued(asked);
  }

  @Override
  public void heldByAnother(Acquisition asked) {
    wantedElsewhere();
    super.heldByAnother(asked);
  }

  private void wantedElsewhere() {
    if (lingering != null) {
      lingering.wanted();
    }
  }

  @Override
  public void wanted(Acquisition held) {
    wantedElsewhere();
    if (held == asked() && lingers()) {
      withdrawn(giveUp(held));
      retireIfIdle();
    }
  }

  @Override
  public void lost(Acquisition gone, LossCause cause) {
    if (asked() == gone) {
      lose(gone, cause);
    }
  }
}
