package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.LockVerbs;
import io.holdfast.lock.core.key.LockKeys;
import java.util.Objects;

/** One owner at a time, in the order of the server. Nobody overtakes. */
final class OrderedGate extends PlaceGate {

  /*
   *   the server's queue     a1  a2  a3  b1  a4         a: ours, b: another client's
   *   granted to a1: the run of ours behind it ends with a3
   *
   *   a1 ends ──► a2 has its turn under the acquisition of a1, without the network; then a3
   *   a3 ends ──► the acquisition of a1 is released, and the tickets of a2 and a3 with it
   *
   * That is the order of the server, as nobody can come between: who comes later is behind. Only who
   * knows the arrival number of the next may do so. One that is still asking, since before the next
   * one got its number, might be ahead of it; then the server decides.
   */

  private final SoleOwner owner;
  private final PassingOn passingOn;

  private final Neighbours neighbours = new Neighbours();

  OrderedGate(Gates gates, Engine engine, LockVerbs verbs, LockKeys keys) {
    this(gates, engine, verbs, keys, new SoleOwner());
  }

  private OrderedGate(Gates gates, Engine engine, LockVerbs verbs, LockKeys keys, SoleOwner owner) {
    super(gates, engine, verbs, keys, owner);
    this.owner = owner;
    this.passingOn = gates.passingOn();
  }

  @Override
  void admit(Waiter waiter) {
    if (waiter.isImpatient() && owner.current() != null) {
      decide(waiter, Verdict.REFUSED);
    } else {
      super.admit(waiter);
    }
  }

  // ---- serving the run

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
  boolean canHandOver(Acquisition held) {
    Place next = neighbours.nextTo(held);
    return next != null
        && held.tenure().hasToken()
        && passingOn.canGoOn(held.term(), held.tenure(), next.waiter.wish.term(), now());
  }

  @Override
  void handOver(Acquisition held) {
    Objects.requireNonNull(neighbours.nextTo(held), "nobody is next").acquiredFrom(held);
  }
}
