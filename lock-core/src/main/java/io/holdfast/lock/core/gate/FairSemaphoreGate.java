package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.LockVerbs;
import io.holdfast.lock.core.key.LockKeys;

/** Who waits for permits of a semaphore in the order of the server. */
final class FairSemaphoreGate extends PlaceGate {

  private final Till till;

  FairSemaphoreGate(Gates gates, Engine engine, LockVerbs verbs, LockKeys keys, Till till) {
    super(gates, engine, verbs, keys, new ManyOwners());
    this.till = till;
  }

  @Override
  Place placeFor(Waiter waiter) {
    return new TakingPlace(this, waiter, till, null);
  }

  @Override
  Acquisition acquisitionFor(Place place) {
    Waiter.Wish wish = place.waiter.wish;
    Waiter.Share share = wish.share();
    return till.acquisition(place, keys(), wish, rollCall(), share.permits(), share.mayOvertake());
  }
}
