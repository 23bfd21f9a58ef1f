package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.Demand;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.LockVerbs;
import io.holdfast.lock.core.key.LockKeys;
import java.util.Objects;

/** Owners of a share each, in the order of the server. */
final class PoolGate extends PlaceGate {

  /*
   * As in an OrderedGate, whoever lets go serves the next of the server's queue if that is one of
   * ours, and wants as much. Others let go, too, so that the server may grant the same ticket
   * meanwhile: that grant is given back (Acquisition, SERVED). Not for longer than a slice: so long
   * it takes until a pool that is made smaller is so here, too.
   */

  private final Neighbours neighbours = new Neighbours();
  private final PassingOn passingOn;

  PoolGate(Gates gates, Engine engine, LockVerbs verbs, LockKeys keys) {
    super(gates, engine, verbs, keys, new ManyOwners());
    this.passingOn = gates.passingOn();
  }

  /** The arrival number: it rises as permits are given, whoever here hands them on. */
  @Override
  long nextToken(Acquisition held, Waiter waiter, long arrival) {
    return arrival;
  }

  @Override
  void asking(Place place) {
    neighbours.asking(place);
  }

  @Override
  void queued(Place place) {
    neighbours.queued(place);
  }

  @Override
  void vacated(Place place) {
    neighbours.vacated(place);
  }

  @Override
  Acquisition acquisitionFor(Place place) {
    Waiter.Wish wish = place.waiter.wish;
    Acquisition next =
        new Acquisition(
            Demand.ofPermits(
                engine, verbs, place, keys(), wish.term(), rollCall(), wish.share().permits()));
    next.tell(Integer.toString(wish.share().size()));
    return next;
  }

  @Override
  boolean canHandOver(Acquisition held) {
    Place next = neighbours.nextTo(held);
    return next != null
        && next.waiter.wish.share().permits() == held.permits()
        && passingOn.canGoOnForASlice(held.term(), held.tenure(), next.waiter.wish.term(), now());
  }

  @Override
  void handOver(Acquisition held) {
    Objects.requireNonNull(neighbours.nextTo(held), "nobody is next").acquiredFrom(held);
  }
}
