package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.LockVerbs;
import io.holdfast.lock.core.key.LockKeys;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Everybody who waits here has an acquisition of its own, so that the order is the server's. */
abstract class PlaceGate extends Gate {

  PlaceGate(Gates gates, Engine engine, LockVerbs verbs, LockKeys keys, Owners owners) {
    super(gates, engine, verbs, keys, owners);
  }

  @Override
  void admit(Waiter waiter) {
    Place place = placeFor(waiter);
    waiter.place = place;
    occupy(place);
    place.begin();
  }

  Place placeFor(Waiter waiter) {
    return new Place(this, waiter);
  }

  @Override
  final void admitNudged(Waiter waiter) {}

  @Override
  final boolean dismiss(Waiter waiter) {
    Place place = waiter.place;
    return place != null && place.leave();
  }

  @Override
  final void dismissLate(Waiter waiter) {
    Place place = waiter.place;
    if (place != null) {
      place.timeOut();
    }
  }

  @Override
  final void dismissAll(Verdict verdict) {}

  @Override
  final CompletableFuture<Boolean> giveBack(Acquisition held) {
    return held.end();
  }

  @Override
  final void adopt(Acquisition held) {}

  @Override
  final void ended(Acquisition gone) {}

  @Override
  final List<Acquisition> retained() {
    return List.of();
  }

  @Override
  final int queueing() {
    return 0;
  }

  @Override
  final boolean isIdle() {
    return true;
  }
}
