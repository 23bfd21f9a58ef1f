package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.key.LockKeys;

/** Who waits for permits of a semaphore in the order of the server. */
public final class FairSemaphoreGate extends PlaceGate {

  private final Till till;

  /** Nobody waits yet. */
  public FairSemaphoreGate(GateContext context, LockKeys keys, Till till) {
    super(context, keys, Owners.many());
    this.till = till;
  }

  @Override
  protected Place placeFor(Waiter waiter) {
    return new TakingPlace(this, keys(), waiter, till, null);
  }

  @Override
  protected Acquisition acquisitionFor(Place place) {
    Waiter.Wish wish = place.waiter().wish();
    Waiter.Share share = wish.share();
    return till.acquisition(place, keys(), wish, rollCall(), share.permits(), share.mayOvertake());
  }
}
