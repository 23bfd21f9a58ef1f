package io.holdfast.lock.core.gate;

import io.holdfast.lock.Lease;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.ConditionVerbs;
import io.holdfast.lock.core.engine.Signalling;
import io.holdfast.lock.core.server.StackRoom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The holds of a gate: how they begin, last, and end by release or by loss. */
final class Holds {

  /** The answer where the server need not be asked. */
  private static final CompletableFuture<Boolean> WAS_HELD =
      CompletableFuture.completedFuture(true);

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
    for (OwnedHold before : owners.displaced()) { // the server would not have two holders
      lose(before.acquisition(), LossCause.GONE);
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

  // ---- release

  /** Ends a hold and waits for the server's answer up to one command time-out. */
  void release(OwnedHold hold) {
    CompletableFuture<Boolean> answer = letGo(hold);
    DirectEnd end = DirectEnd.UNHEARD;
    try {
      end = directEnd(hold, answer);
      Ending.await(gate.engine, this, hold, answer);
    } finally {
      told(end, counted(answer)); // behind the answer, mostly: that is two objects less
    }
  }

  /** Ends a hold without waiting. */
  CompletableFuture<Void> releaseAsync(OwnedHold hold) {
    StackRoom.requireForCall();
    CompletableFuture<Boolean> answer = counted(letGo(hold));
    told(directEnd(hold, answer), answer);
    return Ending.async(gate.engine, this, hold, answer);
  }

  private DirectEnd directEnd(OwnedHold hold, @Nullable CompletableFuture<Boolean> answer) {
    return answer == null ? DirectEnd.UNHEARD : events.directEnd(hold);
  }

  private static void told(DirectEnd end, @Nullable CompletableFuture<Boolean> answer) {
    if (answer == WAS_HELD) {
      end.passedOn();
    } else if (answer != null) {
      end.released(answer);
    }
  }

  private @Nullable CompletableFuture<Boolean> counted(
      @Nullable CompletableFuture<Boolean> answer) {
    if (answer != null && answer != WAS_HELD) {
      events.countReleased(answer);
    }
    return answer;
  }

  /**
   * Ends the hold here, and passes the acquisition on or releases it.
   *
   * @return the server's answer: whether it was held. Null if the hold is lost or has ended before.
   */
  private @Nullable CompletableFuture<Boolean> letGo(OwnedHold hold) {
    gate.monitor.enter();
    try {
      if (!end(hold)) {
        return null;
      }
      Acquisition held = hold.acquisition();
      CompletableFuture<Boolean> answer;
      if (gate.canHandOver(held)) {
        events.passedOn(hold); // before: the next owner may tell that he has it at once
        gate.handOver(held);
        answer = WAS_HELD;
      } else {
        answer = gate.giveBack(held);
        events.released(hold, answer);
      }
      gate.retireIfIdle();
      return answer;
    } finally {
      gate.monitor.leave();
    }
  }

  /** Ends a hold, and has the server keep the lock for that time; waits for its answer. */
  void releaseAfter(OwnedHold hold, Duration time) {
    long millis = Lease.fixed(time).length().toMillis();
    gate.engine.times().requireAllowed(time);
    if (!gate.verbs.canLeave()) {
      throw new UnsupportedOperationException(
          "%s: a lock of this kind cannot be released later".formatted(hold.title()));
    }
    CompletableFuture<Boolean> answer = null;
    gate.monitor.enter();
    try {
      if (end(hold)) { // whatever becomes of the request: nobody may believe in it any more
        Acquisition held = hold.acquisition();
        try {
          answer = held.leave(millis);
          events.released(hold, answer);
        } finally {
          gate.ended(held); // after it: it may ask for the waiters here
          gate.retireIfIdle();
        }
      }
    } finally {
      gate.monitor.leave();
    }
    DirectEnd end = directEnd(hold, answer);
    try {
      Ending.awaitLeaving(gate.engine, this, hold, counted(answer));
    } finally {
      told(end, answer);
    }
  }

  /** Ends it here. False if it is lost, or has ended before. With the monitor held. */
  boolean end(OwnedHold hold) {
    if (!isValidOrLost(hold)) {
      return false;
    }
    hold.end();
    owners.remove(hold);
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
    Ending.awaitExtension(gate.engine, this, hold, answer);
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
          var unusedLoss = hold.tellLoss();
        });
  }

  /** The loss of which the owner of this hold has not been told, for telling it. */
  Optional<LeaseLostException> tellLoss(OwnedHold hold) {
    return hold.owner() == null
        ? hold.tellLoss()
        : gate.gates().losses().tell(gate.keys().lockKey());
  }

  void onLost(OwnedHold hold, Consumer<LossCause> callback) {
    gate.monitor.run(() -> hold.keep(callback).ifPresent(cause -> events.run(callback, cause)));
  }
}
