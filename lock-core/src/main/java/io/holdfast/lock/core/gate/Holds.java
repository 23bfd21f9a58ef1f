package io.holdfast.lock.core.gate;

import io.holdfast.lock.Lease;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.ConditionVerbs;
import io.holdfast.lock.core.engine.Signalling;
import io.holdfast.lock.core.jfr.LockSpan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The holds of a gate: how they begin, last, and end by release or by loss. */
final class Holds {

  private final Gate gate;
  private final Owners owners;
  private final HoldEvents events;

  Holds(Gate gate, Owners owners) {
    this.gate = gate;
    this.owners = owners;
    this.events =
        new HoldEvents(
            gate.gates().reporter(),
            gate.monitor,
            gate.keys().name(),
            () -> gate.monitor.run(gate::retireIfIdle));
  }

  Gate gate() {
    return gate;
  }

  Owners owners() {
    return owners;
  }

  HoldEvents events() {
    return events;
  }

  /** Whether there is none, and all that happened to them is told; otherwise it retires then. */
  boolean areOver() {
    return owners.isEmpty() && events.isAllTold();
  }

  // ---- giving; with the monitor held

  /** The waiter owns it now, for all that it was asked for by. */
  void give(Waiter waiter, Acquisition held, long arrival) {
    List<OwnedHold> displaced = owners.displaced();
    if (!displaced.isEmpty()) { // mostly it is, and then not even an iterator is made
      displaced.forEach(before -> lose(before.acquisition(), LossCause.GONE)); // no two holders
    }
    OwnedHold hold =
        new OwnedHold(this, held, waiter.request, arrival, gate.nextToken(held, waiter, arrival));
    owners.add(hold);
    gate.decide(waiter, hold);
    if (waiter.hasGone()) { // looked at after the result; who goes looks at the result after that
      gate.monitor.afterwards(() -> reclaim(hold));
    }
  }

  /** A hold that its waiter has not seen yet, and shall not see: somebody else may have it. */
  void reclaim(OwnedHold hold) {
    gate.monitor.run(
        () -> {
          if (owners.has(hold) && hold.abandon()) {
            owners.remove(hold);
            Acquisition held = hold.acquisition();
            if (gate.canHandOver(held)) {
              gate.handOver(held);
            } else {
              var unused = gate.giveBack(held);
            }
            gate.retireIfIdle();
          }
        });
  }

  // ---- the end by release

  /** Ends it here. False if it is lost, or has ended before. With the monitor held. */
  boolean end(OwnedHold hold) {
    if (!isValidOrLost(hold)) {
      return false;
    }
    hold.end();
    owners.remove(hold);
    LockSpan span = hold.request().span();
    if (span != null) {
      span.holdOver(); // recorded without the monitor
    }
    return true;
  }

  /** Whether it is valid; if its validity has passed it is lost now. With the monitor held. */
  private boolean isValidOrLost(OwnedHold hold) {
    if (!owners.has(hold)) {
      return false;
    }
    if (!hold.isValid()) {
      lose(hold.acquisition(), LossCause.EXPIRED);
      return false;
    }
    return true;
  }

  // ---- the lease

  /** Makes a hold last longer, and waits for the server's answer. */
  void extend(OwnedHold hold, Duration atLeast) {
    long millis = Lease.fixed(atLeast).length().toMillis();
    gate.engine.times().requireAllowed(atLeast);
    if (hold.acquisition().grantedLease().wouldExceedCap(millis, gate.now())) {
      throw new IllegalArgumentException(
          "%s: %s ms more would exceed its cap".formatted(hold, millis));
    }
    CompletableFuture<Void> answer = new CompletableFuture<>();
    gate.monitor.enter();
    try {
      if (isValidOrLost(hold)) {
        answer = hold.acquisition().extend(millis);
      } else {
        answer.complete(null);
      }
    } finally {
      gate.monitor.leave();
    }
    Parking.awaitAnswer(answer, gate.engine.times().commandTimeout(), hold::title);
    if (!hold.isValid()) {
      throwLoss(hold);
      throw new IllegalMonitorStateException(hold + " has ended");
    }
  }

  /** The server has made it last longer. With the monitor held. */
  void tellRenewed(Acquisition held) {
    owners.under(held).stream().filter(OwnedHold::isOwned).forEach(events::renewed);
  }

  /**
   * Whether no owner has died. An owner that died while others live on loses it alone. With the
   * monitor held.
   */
  boolean hasLivingOwner(Acquisition held) {
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
      var unused = gate.giveBack(held);
    }
    return true;
  }

  // ---- signals

  /** Signals, if the hold is valid: nothing if not. */
  Optional<CompletableFuture<Optional<Boolean>>> signal(
      OwnedHold hold, String condition, boolean isForAll) {
    gate.monitor.enter();
    try {
      if (!isValidOrLost(hold)) {
        return Optional.empty();
      }
      Acquisition held = hold.acquisition();
      held.signalSent();
      ConditionVerbs.Signal signal =
          new ConditionVerbs.Signal(gate.keys(), held.id(), condition, isForAll, false);
      return Optional.of(
          Signalling.send(gate.engine, gate.verbs, signal)
              .whenComplete((answer, thrown) -> acknowledged(held, thrown)));
    } finally {
      gate.monitor.leave();
    }
  }

  private void acknowledged(Acquisition held, @Nullable Throwable thrown) {
    if (thrown == null) {
      gate.monitor.run(held::signalAcknowledged);
    }
  }

  // ---- loss

  /** It is not ours any more, and so are all holds under it. With the monitor held. */
  void lose(Acquisition gone, LossCause cause) {
    owners.under(gone).forEach(hold -> lose(hold, cause));
    gone.endLost(); // also when gone: a repeat costs little, an orphan much
    gate.ended(gone);
    gate.retireIfIdle();
  }

  private void lose(OwnedHold hold, LossCause cause) {
    if (hold.lose(cause)) {
      Thread owner = hold.owner();
      if (owner != null && owner.isAlive()) {
        // Before the hold vanishes: the owner, who looks without the monitor, finds one or the
        // other.
        gate.gates().losses().remember(owner, gate.keys().lockKey(), hold.untold());
      }
      events.lost(hold, cause);
    }
    owners.remove(hold);
  }

  /** All are lost. With the monitor held. */
  void loseAll(LossCause cause) {
    owners.all().stream().map(OwnedHold::acquisition).distinct().forEach(held -> lose(held, cause));
  }

  /** If the hold's validity has passed, its owner has found out first. */
  void expire(OwnedHold hold) {
    gate.monitor.run(
        () -> {
          if (owners.has(hold) && !hold.hasValidity()) {
            lose(hold.acquisition(), LossCause.EXPIRED);
          }
        });
  }

  /** The server says that a hold, taken for valid, is not there. */
  void gone(OwnedHold hold) {
    gate.monitor.run(
        () -> {
          if (owners.has(hold)) {
            lose(hold.acquisition(), LossCause.GONE);
          }
        });
  }

  /** The server says that a hold which was just released had been lost before. */
  void lostBeforeRelease(OwnedHold hold) {
    gate.monitor.run(
        () -> {
          hold.lose(LossCause.GONE);
          events.lost(hold, LossCause.GONE);
        });
  }

  /**
   * The same when its release has returned: listeners hear of it, and its owner does not any more.
   */
  void lostBehindRelease(OwnedHold hold) {
    gate.monitor.run(
        () -> {
          var unusedCallbacks = hold.takeCallbacks();
          lostBeforeRelease(hold);
          boolean unusedTold = hold.becomeTold();
        });
  }

  /** The loss of which the owner of this hold has not been told, for telling it. */
  Optional<LeaseLostException> tellLoss(OwnedHold hold) {
    return hold.owner() == null
        ? hold.tellLoss()
        : gate.gates().losses().tell(gate.keys().lockKey());
  }

  /** Throws the loss of it, which may be found out now, unless its owner has been told. */
  void throwLoss(OwnedHold hold) {
    expire(hold);
    LeaseLostException loss = tellLoss(hold).orElse(null);
    if (loss != null) {
      throw loss;
    }
  }

  void onLost(OwnedHold hold, Consumer<LossCause> callback) {
    gate.monitor.run(() -> hold.keep(callback).ifPresent(cause -> events.run(callback, cause)));
  }
}
