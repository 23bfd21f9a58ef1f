package io.holdfast.lock.core.gate;

import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.Monitor;
import io.holdfast.lock.core.engine.Seat;
import io.holdfast.lock.core.engine.Succession;
import io.holdfast.lock.core.engine.Verbs;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.ServerFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client's state for one lock name: at most one acquisition at the server, one local owner, and
 * those who wait here. Exists while it is in use.
 */
public final class Gate implements Seat {

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
   * Invariants: one local owner; nothing retained for nobody; nobody parked
   * while nothing is asked; the last waiter to go takes the ticket along.
   */

  private final Gates gates;
  private final Engine engine;
  private final Verbs verbs;
  private final LockKeys keys;
  private final Monitor monitor = new Monitor();

  private final Events events;
  private final PassingOn passingOn;

  // Guarded by the monitor.
  private final WaitQueue waiters = new WaitQueue();
  private final Reachability reachability;
  private @Nullable Acquisition acquisition;
  private @Nullable Supplier<ClientClosedException> closedBy;
  private boolean isRetired;

  // Written under the monitor; read by owners without it.
  private volatile @Nullable OwnedHold current;

  Gate(Gates gates, Engine engine, Verbs verbs, LockKeys keys) {
    this.gates = gates;
    this.engine = engine;
    this.verbs = verbs;
    this.keys = keys;
    this.passingOn = new PassingOn(engine.times().slice().toNanos());
    this.events = new Events(engine.callbacks(), monitor, keys.name());
    this.reachability = new Reachability(engine.times().unreachableLimit(), keys);
  }

  LockKeys keys() {
    return keys;
  }

  Events events() {
    return events;
  }

  long now() {
    return engine.clock().nanoTime();
  }

  /** The hold of the present local owner, if there is one. Any thread. */
  @Nullable OwnedHold current() {
    return current;
  }

  // ---- coming and going

  /**
   * Takes the lock for the waiter, or has it wait.
   *
   * @return false if this gate is not in use any more: look for the present one
   */
  boolean enter(Waiter waiter) {
    monitor.enter();
    try {
      if (isRetired) {
        return false;
      }
      if (closedBy != null) {
        decide(waiter, new Verdict.Failed(closedBy));
      } else if (mayBarge(waiter)) {
        give(waiter);
      } else if (waiter.isImpatient() && isAnothersForSure()) {
        decide(waiter, Verdict.REFUSED);
      } else {
        waiters.addLast(waiter);
        begin();
      }
      return true;
    } finally {
      monitor.leave();
    }
  }

  /** A nudged waiter has come: it takes the hold if that is still free. */
  void come(Waiter waiter) {
    monitor.enter();
    try {
      waiter.notNudged();
      if (waiters.head() == waiter && isLocallyFree()) {
        waiters.remove(waiter);
        give(waiter);
      }
    } finally {
      monitor.leave();
    }
  }

  /** A waiter gives up. False if it has a verdict already: that one stands. */
  boolean leave(Waiter waiter) {
    monitor.enter();
    try {
      if (!waiters.remove(waiter)) {
        return false;
      }
      afterLeave();
      return true;
    } finally {
      monitor.leave();
    }
  }

  /**
   * A waiter's time is over: is the lock another's, or is nothing known? If the very first question
   * is still on its way, its answer is waited for: it says whose the lock is, or that nobody knows.
   */
  void timeOut(Waiter waiter) {
    monitor.enter();
    try {
      if (reachability.isUndecided() && waiters.makeImpatient(waiter)) {
        return;
      }
      if (waiters.remove(waiter)) {
        decide(waiter, reachability.verdictOnTimeOut());
        afterLeave();
      }
    } finally {
      monitor.leave();
    }
  }

  // ---- ending a hold

  /** Ends a hold and waits for the server's answer up to one command time-out. */
  void release(OwnedHold hold) {
    Ending.await(engine, this, hold, letGo(hold));
  }

  /** Ends a hold without waiting. */
  CompletableFuture<Void> releaseAsync(OwnedHold hold) {
    return Ending.async(engine, this, hold, letGo(hold));
  }

  /** Makes a hold last longer, and waits for the server's answer. */
  void extend(OwnedHold hold, Duration atLeast) {
    long millis = Lease.fixed(atLeast).length().toMillis();
    if (hold.acquisition().tenure().wouldExceedCap(millis, now())) {
      throw new IllegalArgumentException(
          "%s: %d ms more would exceed its cap".formatted(hold, millis));
    }
    CompletableFuture<Void> answer = new CompletableFuture<>();
    monitor.enter();
    try {
      if (current == hold && hold.isValid()) {
        answer = hold.acquisition().extend(millis);
      } else {
        answer.complete(null);
      }
    } finally {
      monitor.leave();
    }
    Ending.awaitExtension(engine, this, hold, answer);
  }

  /** The loss of which the owner of this hold has not been told, for telling it. */
  Optional<LeaseLostException> tellLoss(OwnedHold hold) {
    return hold.owner() == null ? hold.tellLoss() : gates.losses().tell(keys.lockKey());
  }

  /** If the hold's validity has passed, its owner has found out first. */
  void expire(OwnedHold hold) {
    monitor.enter();
    try {
      if (current == hold && !hold.hasValidity()) {
        lose(hold.acquisition(), LossCause.EXPIRED);
      }
    } finally {
      monitor.leave();
    }
  }

  /** The server says that a hold which was just released had been lost before. */
  void lostBeforeRelease(OwnedHold hold) {
    monitor.enter();
    try {
      hold.lose(LossCause.GONE);
      events.lost(hold, LossCause.GONE);
    } finally {
      monitor.leave();
    }
  }

  /**
   * Ends the hold here, and passes the acquisition on or releases it.
   *
   * @return the server's answer: whether it was held. Null if the hold is lost or has ended before.
   */
  private @Nullable CompletableFuture<Boolean> letGo(OwnedHold hold) {
    monitor.enter();
    try {
      if (current != hold) {
        return null;
      }
      if (!hold.isValid()) {
        lose(hold.acquisition(), LossCause.EXPIRED);
        return null;
      }
      hold.end();
      current = null;
      Acquisition held = hold.acquisition();
      CompletableFuture<Boolean> answer = passOnOrRelease();
      events.ended(hold, acquisition == held, answer);
      retireIfIdle();
      return answer;
    } finally {
      monitor.leave();
    }
  }

  private CompletableFuture<Boolean> passOnOrRelease() {
    Acquisition held = heldAcquisition();
    Waiter head = waiters.head();
    if (head == null) {
      acquisition = null;
      return held.end();
    }
    if (!mayPassOn(held, head)) {
      Succession succession = held.succeedBy(head.wish.term());
      acquisition = succession.next();
      succession.next().ask(true);
      return succession.released();
    }
    offer(head);
    return CompletableFuture.completedFuture(true);
  }

  /** The lock is locally free: the head gets it, or a running thread that is faster. */
  private void offer(Waiter head) {
    if (passingOn.isOverdue(head.wish.sinceNanos(), now()) || !nudge(head)) {
      waiters.remove(head);
      give(head);
    }
  }

  private boolean mayPassOn(Acquisition held, Waiter next) {
    return passingOn.isAllowed(held.term(), held.tenure(), next.wish.term(), now());
  }

  private void afterLeave() {
    Acquisition asked = acquisition;
    Waiter head = waiters.head();
    if (asked == null || current != null) {
      retireIfIdle();
      return;
    }
    if (asked.isHeld()) {
      passOnOrRelease();
    } else if (head == null) {
      acquisition = null;
      asked.end();
    }
    retireIfIdle();
  }

  // ---- giving

  private boolean isLocallyFree() {
    return current == null && acquisition != null && acquisition.isHeld();
  }

  private boolean mayBarge(Waiter waiter) {
    return isLocallyFree() && mayPassOn(heldAcquisition(), waiter);
  }

  private boolean isAnothersForSure() {
    return current != null
        || (acquisition != null
            && (acquisition.isHeld() // another waiter here is on its way to take it
                || (acquisition.isQueued() && reachability.isServersWord())));
  }

  private Acquisition heldAcquisition() {
    if (acquisition == null || !acquisition.isHeld()) {
      throw new IllegalStateException("no acquisition is held for " + keys);
    }
    return acquisition;
  }

  private void give(Waiter waiter) {
    OwnedHold hold = new OwnedHold(this, heldAcquisition(), waiter.wish);
    current = hold;
    decide(waiter, hold);
  }

  private void decide(Waiter waiter, Verdict verdict) {
    waiter.decide(verdict);
    monitor.afterwards(waiter::wake);
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

  private void begin() {
    if (acquisition == null) {
      Waiter head = waiters.head();
      if (head != null) {
        reachability.nothingHeardYet();
        acquisition = new Acquisition(engine, verbs, this, keys, head.wish.term());
        acquisition.ask(waiters.hasPatient());
      }
    }
  }

  private void refuseImpatient() {
    if (waiters.hasImpatient()) {
      waiters.forEach(
          waiter -> {
            if (waiter.isImpatient()) {
              waiters.remove(waiter);
              decide(waiter, Verdict.REFUSED);
            }
          });
    }
  }

  // ---- word from the server

  @Override
  public Monitor monitor() {
    return monitor;
  }

  @Override
  public void acquired(Acquisition held) {
    reachability.heard();
    Waiter head = waiters.head();
    if (head == null || !held.term().equals(head.wish.term())) {
      passOnOrRelease();
    } else {
      waiters.remove(head);
      give(head);
    }
    refuseImpatient();
    retireIfIdle();
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
  public void heldByAnother(Acquisition asked) {
    reachability.heard();
    acquisition = null;
    discard(asked);
    refuseImpatient();
    begin(); // for those who wait, with a question of their own
    retireIfIdle();
  }

  @Override
  public boolean failed(Acquisition asked, ServerFailure failure) {
    reachability.failed(failure, now());
    waiters.forEach(
        waiter ->
            reachability
                .verdictOnFailure(waiter, now())
                .ifPresent(
                    verdict -> {
                      waiters.remove(waiter);
                      decide(waiter, verdict);
                    }));
    if (!waiters.isEmpty()) {
      return true;
    }
    acquisition = null;
    discard(asked);
    retireIfIdle();
    return false;
  }

  private static void discard(Acquisition asked) {
    if (asked.mayBeAtServer()) {
      asked.end();
    } else {
      asked.forget();
    }
  }

  @Override
  public void renewed(Acquisition held) {
    OwnedHold hold = current;
    if (hold != null) {
      events.renewed(hold);
    }
  }

  @Override
  public boolean ownerIsAlive() {
    OwnedHold hold = current;
    Thread owner = hold == null ? null : hold.owner();
    return owner == null || owner.isAlive();
  }

  @Override
  public void lost(Acquisition gone, LossCause cause) {
    if (acquisition == gone) {
      lose(gone, cause);
    }
  }

  // ---- loss

  private void lose(Acquisition gone, LossCause cause) {
    OwnedHold hold = current;
    if (hold != null && hold.lose(cause)) {
      Thread owner = hold.owner();
      if (owner != null && owner.isAlive()) {
        // Before the hold vanishes: the owner, who looks without the monitor, finds one or the
        // other.
        gates.losses().remember(owner, keys.lockKey(), hold.loss());
      }
      events.lost(hold, cause);
    }
    current = null;
    acquisition = null;
    gone.end(); // also when gone: a repeat costs little, an orphan much
    begin();
    retireIfIdle();
  }

  void onLost(OwnedHold hold, Consumer<LossCause> callback) {
    monitor.enter();
    try {
      hold.keep(callback).ifPresent(cause -> events.run(callback, cause));
    } finally {
      monitor.leave();
    }
  }

  // ---- the end

  /** The client is closing: every hold is lost, every waiter fails. */
  void close(Supplier<ClientClosedException> why) {
    monitor.enter();
    try {
      closedBy = why;
      waiters.forEach(
          waiter -> {
            waiters.remove(waiter);
            decide(waiter, new Verdict.Failed(why));
          });
      if (acquisition != null) {
        lose(acquisition, LossCause.CLIENT_CLOSED);
      }
      retireIfIdle();
    } finally {
      monitor.leave();
    }
  }

  private void retireIfIdle() {
    if (acquisition == null && current == null && waiters.isEmpty() && !isRetired) {
      isRetired = true;
      gates.remove(this);
    }
  }
}
