package io.holdfast.lock.core.gate;

import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.LockVerbs;
import io.holdfast.lock.core.key.LockKeys;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Those who wait here wait for what nobody holds, and one acquisition asks for all of them. Who
 * does not wait at all has a question of its own: what the others were told is not news.
 */
abstract class UnownedGate extends QueueingGate {

  final Till till;

  UnownedGate(Gates gates, Engine engine, LockVerbs verbs, LockKeys keys, Till till) {
    super(gates, engine, verbs, keys, new ManyOwners());
    this.till = till;
  }

  /** Whether the acquisition, which was not granted yet, asks for what those who are here want. */
  abstract boolean isStillWanted();

  // ---- coming and going

  @Override
  final void admit(Waiter waiter) {
    if (waiter.isImpatient() || mayBeServedFirst(waiter)) {
      Place place = new TakingPlace(this, waiter, till, () -> join(waiter));
      waiter.place = place;
      occupy(place);
      place.begin();
    } else {
      join(waiter);
    }
  }

  /** Waits with the others. */
  private void join(Waiter waiter) {
    waiter.place = null;
    waiters.addLast(waiter);
    begin();
  }

  /** Whether there may be something for this one that is nothing for the first who wait here. */
  boolean mayBeServedFirst(Waiter waiter) {
    return false;
  }

  @Override
  final Acquisition acquisitionFor(Place place) {
    Waiter.Wish wish = place.waiter.wish;
    return till.acquisition(place, keys(), wish, wish.share().permits(), true);
  }

  @Override
  final void admitNudged(Waiter waiter) {}

  @Override
  final boolean dismiss(Waiter waiter) {
    Place place = waiter.place;
    return place == null ? super.dismiss(waiter) : place.leave();
  }

  @Override
  final void dismissLate(Waiter waiter) {
    Place place = waiter.place;
    if (place == null) {
      super.dismissLate(waiter);
    } else {
      place.timeOut();
    }
  }

  @Override
  final void afterLeave() {
    Acquisition withdrawn = acquisition;
    // What is on its way is left for who comes next; its answer brings us here again.
    if (withdrawn != null && !withdrawn.isHeld() && !withdrawn.isAsking() && !isStillWanted()) {
      acquisition = null;
      withdrawn.withdraw();
      begin();
    }
    retireIfIdle();
  }

  @Override
  public void queued(Acquisition queued) {
    super.queued(queued);
    if (acquisition == queued) {
      afterLeave();
    }
  }

  @Override
  public final void lost(Acquisition gone, LossCause cause) {
    if (acquisition == gone) {
      boolean isDeleted = Till.isDeleted(gone, cause);
      acquisition = null;
      gone.endLost();
      if (isDeleted) {
        dismissAll(Till.deleted(keys()));
      }
      begin();
      retireIfIdle();
    }
  }

  // ---- nothing is held here

  @Override
  final CompletableFuture<Boolean> giveBack(Acquisition held) {
    return held.end();
  }

  @Override
  final void adopt(Acquisition held) {}

  @Override
  final void ended(Acquisition gone) {
    if (acquisition == gone) {
      acquisition = null;
      begin();
    }
  }

  @Override
  final List<Acquisition> retained() {
    Acquisition asked = acquisition;
    return asked == null ? List.of() : List.of(asked);
  }

  @Override
  final boolean isIdle() {
    return acquisition == null && waiters.isEmpty();
  }

  /** Of those who wait here, how many more they are than the server knows. */
  final int waitingBeside() {
    monitor.enter();
    try {
      return waiters.size() - (acquisition != null && acquisition.isQueued() ? 1 : 0);
    } finally {
      monitor.leave();
    }
  }
}
