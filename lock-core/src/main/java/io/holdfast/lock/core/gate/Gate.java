package io.holdfast.lock.core.gate;

import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.ConditionVerbs;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.LockVerbs;
import io.holdfast.lock.core.engine.Monitor;
import io.holdfast.lock.core.engine.RollCall;
import io.holdfast.lock.core.engine.Signalling;
import io.holdfast.lock.core.engine.Succession;
import io.holdfast.lock.core.key.LockKeys;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client's state for one lock name: its local owners, and those who wait here. Exists while it is
 * in use. Who owns it with whom, and waits in which order, is the matter of the kinds of gates.
 */
public abstract class Gate {

  /*
   *                   ┌── PlaceGate: an acquisition for each: the order is the server's
   *                   │      ├── OrderedGate  one owner
   *                   │      └── PoolGate     owners of a share each
   *   Gate: owners, ──┤
   *   loss, the end   └── QueueingGate: one acquisition asks for all who wait here
   *                          ├── SharedGate  one owner; a hold goes from one to the next without the
   *                          │               network
   *                          └── ReadGate    many owners together, who enter without the network
   *
   *   Place: one waiter with an acquisition of its own: in a PlaceGate everybody, elsewhere those
   *   who wait for a signal, and readers who cannot share. A hold that is given to one belongs to
   *   that one.
   *
   * Invariants: nothing retained for nobody; nobody parked while nothing is asked; the last waiter
   * to go takes the ticket along.
   */

  /** The answer where the server need not be asked. */
  private static final CompletableFuture<Boolean> WAS_HELD =
      CompletableFuture.completedFuture(true);

  final Engine engine;
  final LockVerbs verbs;
  final Monitor monitor = new Monitor();
  private final Gates gates;
  private final LockKeys keys;
  private final Events events;
  private final Owners owners;

  // Guarded by the monitor.
  private Set<Place> places = Set.of(); // mostly nobody is
  private @Nullable RollCall rollCall; // of those in places; made with the first
  private @Nullable Supplier<ClientClosedException> closedBy;
  private CompletableFuture<?> withdrawal = WAS_HELD; // the last of those who gave up
  private boolean isRetired;

  Gate(Gates gates, Engine engine, LockVerbs verbs, LockKeys keys, Owners owners) {
    this.gates = gates;
    this.owners = owners;
    this.engine = engine;
    this.verbs = verbs;
    this.keys = keys;
    this.events =
        new Events(engine.callbacks(), monitor, keys.name(), () -> inMonitor(this::retireIfIdle));
  }

  final LockKeys keys() {
    return keys;
  }

  final Events events() {
    return events;
  }

  final long now() {
    return engine.clock().nanoTime();
  }

  /** Parks the current thread until then at the latest. */
  final void parkUntil(long untilNanos) {
    Parking.parkUntil(engine.clock(), this, untilNanos);
  }

  /** The hold of this thread, valid or not; null if it has none. Any thread. */
  final @Nullable OwnedHold holdOf(Thread thread) {
    return owners.of(thread);
  }

  final Owners owners() {
    return owners;
  }

  final Gates gates() {
    return gates;
  }

  /** With the monitor held. */
  final RollCall rollCall() {
    RollCall known = rollCall;
    if (known == null) {
      known = new RollCall(engine, verbs, keys, monitor);
      rollCall = known;
    }
    return known;
  }

  // ---- what the kinds of gates do; with the monitor held

  /** Takes the lock for the waiter, or has it wait. */
  abstract void admit(Waiter waiter);

  /** A nudged waiter has come: it takes the hold if that is still free. */
  abstract void admitNudged(Waiter waiter);

  /** A waiter gives up. False if it has a verdict already. */
  abstract boolean dismiss(Waiter waiter);

  /** A waiter's time is over. */
  abstract void dismissLate(Waiter waiter);

  /** All who wait fail, except those in places. */
  abstract void dismissAll(Verdict verdict);

  /** The owner has let go: whether somebody here goes on with it, without the network. */
  boolean canHandOver(Acquisition held) {
    return false;
  }

  /** Has that one go on with it. */
  void handOver(Acquisition held) {
    throw new IllegalStateException("nobody goes on with what was held of " + keys);
  }

  /**
   * The owner has let go, and nobody here goes on with it.
   *
   * @return the server's answer: whether it was held
   */
  abstract CompletableFuture<Boolean> giveBack(Acquisition held);

  /** An acquisition has ended without that. Those who waited for it ask anew. */
  abstract void ended(Acquisition gone);

  /** One that waited in a place of its own has been given the lock. */
  abstract void adopt(Acquisition held);

  /** What is held although nobody owns it now; empty if nothing. */
  abstract List<Acquisition> retained();

  abstract boolean isIdle();

  /** What a waiter with a place of its own asks by. */
  Acquisition acquisitionFor(Place place) {
    return new Acquisition(engine, verbs, place, keys, place.waiter.wish.term(), rollCall());
  }

  /** Which of the tokens of an acquisition this waiter gets, its next owner. */
  long nextToken(Acquisition held, Waiter waiter, long arrival) {
    return held.tenure().takeToken();
  }

  // ---- coming and going

  /**
   * Takes the lock for the waiter, or has it wait.
   *
   * @return false if this gate is not in use any more: look for the present one
   */
  final boolean enter(Waiter waiter) {
    monitor.enter();
    try {
      if (isRetired) {
        return false;
      }
      waiter.entered(this);
      if (closedBy != null) {
        decide(waiter, new Verdict.Failed(closedBy));
      } else {
        admit(waiter);
      }
      return true;
    } finally {
      monitor.leave();
    }
  }

  /** A nudged waiter has come: it takes the hold if that is still free. */
  final void come(Waiter waiter) {
    inMonitor(() -> admitNudged(waiter));
  }

  /** A waiter gives up. False if it has a verdict already: that one stands. */
  final boolean leave(Waiter waiter) {
    monitor.enter();
    try {
      return dismiss(waiter);
    } finally {
      monitor.leave();
    }
  }

  /**
   * A waiter's time is over: is the lock another's, or is nothing known? If the very first question
   * is still on its way, its answer is waited for: it says whose the lock is, or that nobody knows.
   */
  final void timeOut(Waiter waiter) {
    inMonitor(() -> dismissLate(waiter));
  }

  /** Nobody here wants it any more: what the server answers to that. With the monitor held. */
  final void withdrawn(CompletableFuture<?> answer) {
    if (!answer.isDone() || withdrawal.isDone()) {
      withdrawal = answer;
    }
  }

  /**
   * For who has given up: completes when the server has acknowledged what was withdrawn here last,
   * so that a lock that nobody wants is free for others.
   */
  final CompletableFuture<?> withdrawal() {
    monitor.enter();
    try {
      return withdrawal;
    } finally {
      monitor.leave();
    }
  }

  // ---- places; with the monitor held

  final void occupy(Place place) {
    if (places.isEmpty()) {
      places = new HashSet<>();
    }
    places.add(place);
  }

  /** It begins to ask for the lock. */
  void asking(Place place) {}

  /** It has been told its place in the server's queue. */
  void queued(Place place) {}

  /** It is not waiting any more. */
  void vacated(Place place) {}

  final void vacate(Place place) {
    if (!places.isEmpty()) {
      places.remove(place);
    }
    vacated(place);
    retireIfIdle();
  }

  // ---- waiting for a signal

  /**
   * Ends a hold and has its owner wait for a signal instead.
   *
   * @return where it waits; null if the hold is lost or has ended before
   */
  final @Nullable ParkedPlace await(OwnedHold hold, Waiter waiter, String condition) {
    monitor.enter();
    try {
      if (!end(hold)) {
        return null;
      }
      Acquisition held = hold.acquisition();
      ParkedPlace place = new ParkedPlace(this, waiter, hold);
      Succession succession = held.awaitBy(place, rollCall(), verbs, condition);
      occupy(place);
      place.park(succession.next());
      events.released(hold.token(), succession.released());
      ended(held);
      return place;
    } finally {
      monitor.leave();
    }
  }

  /** Signals, if the hold is valid: nothing if not. */
  final Optional<CompletableFuture<Optional<Boolean>>> signal(
      OwnedHold hold, String condition, boolean isForAll) {
    monitor.enter();
    try {
      if (!owners.has(hold) || !hold.isValid()) {
        return Optional.empty();
      }
      Acquisition held = hold.acquisition();
      held.signalSent();
      ConditionVerbs.Signal signal =
          new ConditionVerbs.Signal(keys, held.id(), condition, isForAll, false);
      return Optional.of(
          Signalling.send(engine, verbs, signal)
              .whenComplete((answer, thrown) -> acknowledged(held, thrown)));
    } finally {
      monitor.leave();
    }
  }

  private void acknowledged(Acquisition held, @Nullable Throwable thrown) {
    if (thrown == null) {
      inMonitor(held::signalAcknowledged);
    }
  }

  /** The server says that a hold, taken for valid, is not there. */
  final void gone(OwnedHold hold) {
    inMonitor(
        () -> {
          if (owners.has(hold)) {
            lose(hold.acquisition(), LossCause.GONE);
          }
        });
  }

  // ---- ending a hold

  /** Ends a hold and waits for the server's answer up to one command time-out. */
  final void release(OwnedHold hold) {
    Ending.await(engine, this, hold, letGo(hold));
  }

  /** Ends a hold without waiting. */
  final CompletableFuture<Void> releaseAsync(OwnedHold hold) {
    return Ending.async(engine, this, hold, letGo(hold));
  }

  /** Makes a hold last longer, and waits for the server's answer. */
  final void extend(OwnedHold hold, Duration atLeast) {
    long millis = Lease.fixed(atLeast).length().toMillis();
    engine.times().requireAllowed(atLeast);
    if (hold.acquisition().tenure().wouldExceedCap(millis, now())) {
      throw new IllegalArgumentException(
          "%s: %d ms more would exceed its cap".formatted(hold, millis));
    }
    CompletableFuture<Void> answer = new CompletableFuture<>();
    monitor.enter();
    try {
      if (owners.has(hold) && hold.isValid()) {
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
  final Optional<LeaseLostException> tellLoss(OwnedHold hold) {
    return hold.owner() == null ? hold.tellLoss() : gates.losses().tell(keys.lockKey());
  }

  /** If the hold's validity has passed, its owner has found out first. */
  final void expire(OwnedHold hold) {
    inMonitor(
        () -> {
          if (owners.has(hold) && !hold.hasValidity()) {
            lose(hold.acquisition(), LossCause.EXPIRED);
          }
        });
  }

  /** A hold that its waiter has not seen yet, and shall not see: somebody else may have it. */
  final void reclaim(OwnedHold hold) {
    inMonitor(
        () -> {
          if (owners.has(hold) && hold.abandon()) {
            owners.remove(hold);
            Acquisition held = hold.acquisition();
            if (canHandOver(held)) {
              handOver(held);
            } else {
              var unused = giveBack(held);
            }
            retireIfIdle();
          }
        });
  }

  /** The server says that a hold which was just released had been lost before. */
  final void lostBeforeRelease(OwnedHold hold) {
    inMonitor(
        () -> {
          hold.lose(LossCause.GONE);
          events.lost(hold, LossCause.GONE);
        });
  }

  /**
   * Ends the hold here, and passes the acquisition on or releases it.
   *
   * @return the server's answer: whether it was held. Null if the hold is lost or has ended before.
   */
  private @Nullable CompletableFuture<Boolean> letGo(OwnedHold hold) {
    monitor.enter();
    try {
      if (!end(hold)) {
        return null;
      }
      Acquisition held = hold.acquisition();
      CompletableFuture<Boolean> answer;
      if (canHandOver(held)) {
        events.passedOn(hold); // before: the next owner may tell that he has it at once
        handOver(held);
        answer = WAS_HELD;
      } else {
        answer = giveBack(held);
        events.released(hold.token(), answer);
      }
      retireIfIdle();
      return answer;
    } finally {
      monitor.leave();
    }
  }

  private boolean end(OwnedHold hold) {
    if (!owners.has(hold)) {
      return false;
    }
    if (!hold.isValid()) {
      lose(hold.acquisition(), LossCause.EXPIRED);
      return false;
    }
    hold.end();
    owners.remove(hold);
    return true;
  }

  // ---- giving; with the monitor held

  final void give(Waiter waiter, Acquisition held, long arrival) {
    for (OwnedHold before : owners.displaced()) { // the server would not have two holders
      lose(before.acquisition(), LossCause.GONE);
    }
    OwnedHold hold =
        new OwnedHold(this, held, waiter.wish, arrival, nextToken(held, waiter, arrival));
    owners.add(hold);
    decide(waiter, hold);
  }

  final void decide(Waiter waiter, Verdict verdict) {
    waiter.decide(verdict);
    if (waiter.mayBeAsleep()) {
      monitor.afterwards(waiter::wake);
    }
  }

  static void discard(Acquisition asked) {
    if (asked.mayBeAtServer()) {
      asked.end();
    } else {
      asked.forget();
    }
  }

  // ---- word of what is held; with the monitor held

  final void tellRenewed(Acquisition held) {
    owners.under(held).forEach(events::renewed);
  }

  /** Whether nobody who has it has died. Whoever has died while others live on loses it alone. */
  final boolean hasLivingOwner(Acquisition held) {
    List<OwnedHold> holds = owners.under(held);
    List<OwnedHold> orphans = holds.stream().filter(OwnedHold::isOrphan).toList();
    if (orphans.isEmpty()) {
      return true;
    }
    if (orphans.size() == holds.size()) {
      return false;
    }
    for (OwnedHold orphan : orphans) {
      lose(orphan, LossCause.OWNER_DIED);
      var unused = giveBack(held);
    }
    return true;
  }

  // ---- loss

  final void lose(Acquisition gone, LossCause cause) {
    owners.under(gone).forEach(hold -> lose(hold, cause));
    gone.endLost(); // also when gone: a repeat costs little, an orphan much
    ended(gone);
    retireIfIdle();
  }

  private void lose(OwnedHold hold, LossCause cause) {
    if (hold.lose(cause)) {
      Thread owner = hold.owner();
      if (owner != null && owner.isAlive()) {
        // Before the hold vanishes: the owner, who looks without the monitor, finds one or the
        // other.
        gates.losses().remember(owner, keys.lockKey(), hold.untold());
      }
      events.lost(hold, cause);
    }
    owners.remove(hold);
  }

  final void onLost(OwnedHold hold, Consumer<LossCause> callback) {
    inMonitor(() -> hold.keep(callback).ifPresent(cause -> events.run(callback, cause)));
  }

  // ---- the end

  /** The client is closing: every hold is lost, every waiter fails. */
  final void close(Supplier<ClientClosedException> why) {
    inMonitor(
        () -> {
          closedBy = why;
          Verdict failed = new Verdict.Failed(why);
          dismissAll(failed);
          List.copyOf(places).forEach(place -> place.leave(failed));
          owners.all().stream()
              .map(OwnedHold::acquisition)
              .distinct()
              .forEach(held -> lose(held, LossCause.CLIENT_CLOSED));
          retained().forEach(held -> lose(held, LossCause.CLIENT_CLOSED));
          retireIfIdle();
        });
  }

  final void retireIfIdle() {
    if (owners.isEmpty() && places.isEmpty() && !isRetired && isIdle() && events.isAllTold()) {
      isRetired = true;
      gates.remove(this);
    }
  }

  private void inMonitor(Runnable action) {
    monitor.enter();
    try {
      action.run();
    } finally {
      monitor.leave();
    }
  }
}
