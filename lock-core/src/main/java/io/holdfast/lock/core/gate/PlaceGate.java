package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.key.LockKeys;

/** Everybody who waits here has an acquisition of its own, so that the order is the server's. */
public abstract class PlaceGate extends Gate {

  /** Nobody waits yet. */
  protected PlaceGate(GateContext context, LockKeys keys, Owners owners) {
    super(context, keys, owners);
  }

  @Override
  protected void admit(Waiter waiter) {
    Place place = placeFor(waiter);
    waiter.place = place;
    occupy(place);
    place.begin();
  }

  /** Where it waits; it does not ask yet. */
  Place placeFor(Waiter waiter) {
    return new Place(this, waiter);
  }

  @Override
  protected final boolean dismiss(Waiter waiter) {
    Place place = waiter.place;
    return place != null && place.leave();
  }

  @Override
  protected final void dismissLate(Waiter waiter) {
    Place place = waiter.place;
    if (place != null) {
      place.timeOut();
    }
  }

  @Override
  protected final void dismissAll(Verdict verdict) {}

  @Override
  protected final int queueing() {
    return 0;
  }

  @Override
  protected final boolean isIdle() {
    return true;
  }
}
