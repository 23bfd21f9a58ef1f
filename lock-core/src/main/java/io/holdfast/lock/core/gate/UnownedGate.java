package io.holdfast.lock.core.gate;

import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.key.LockKeys;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Those who wait here wait for what nobody holds, and one acquisition asks for all of them. Who
 * does not wait at all has a question of its own: what the others were told is not news.
 */
abstract class UnownedGate extends QueueingGate {

  final Till till;

  // Of those who have given up while a question was on its way. Guarded by the monitor.
  private @Nullable CompletableFuture<Void> farewell;

  UnownedGate(GateContext context, LockKeys keys, Till till) {
    super(context, keys, Owners.many());
    this.till = till;
  }

  /** Whether the acquisition, which was not granted yet, asks for what those who are here want. */
  abstract boolean isStillWanted();

  // ---- coming and going

  @Override
  protected final void admit(Waiter waiter) {
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
  protected final Acquisition acquisitionFor(Place place) {
    Waiter.Wish wish = place.waiter.wish;
    return till.acquisition(place, keys(), wish, wish.share().permits(), true);
  }

  @Override
  final void afterLeave() {
    Acquisition asked = acquisition;
    // What is on its way is left for who comes next; its answer brings us here again.
    if (asked != null && !asked.isHeld() && !isStillWanted()) {
      if (asked.isAsking()) {
        withdrawn(farewellToCome());
      } else {
        acquisition = null;
        withdrawn(sayFarewell(asked.withdraw()));
        begin();
      }
    }
    retireIfIdle();
  }

  /** What is on its way may bring what is wanted after all: not longer than who leaves waits. */
  private CompletableFuture<Void> farewellToCome() {
    CompletableFuture<Void> toCome = farewell;
    if (toCome == null || toCome.isDone()) {
      toCome =
          new CompletableFuture<Void>()
              .completeOnTimeout(null, Waiter.LONGEST_FAREWELL.toMillis(), TimeUnit.MILLISECONDS);
      farewell = toCome;
    }
    return toCome;
  }

  private CompletableFuture<?> sayFarewell(CompletableFuture<?> withdrawal) {
    CompletableFuture<Void> waitedFor = farewell;
    farewell = null;
    if (waitedFor == null) {
      return withdrawal;
    }
    if (withdrawal.isDone()) {
      monitor.afterwards(() -> waitedFor.complete(null)); // others may go on from there
      return withdrawal;
    }
    return withdrawal.whenComplete((answer, thrown) -> waitedFor.complete(null));
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
        till.heardGone(keys());
        dismissAll(Till.deleted(keys()));
      }
      begin();
      retireIfIdle();
    }
  }

  // ---- what is told to people

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
