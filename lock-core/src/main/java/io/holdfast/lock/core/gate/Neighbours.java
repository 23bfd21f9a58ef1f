package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.engine.Acquisition;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Those of this client that stand in the server's queue, in its order: who is next to one that has
 * its turn? Guarded by the gate's monitor.
 */
final class Neighbours {

  private final TreeSet<Place> queued = new TreeSet<>(Place.BY_ARRIVAL);
  private final Set<Place> asking = new LinkedHashSet<>(); // longest first

  /** It begins to ask, perhaps again. */
  void asking(Place place) {
    queued.remove(place); // it may have had a place before
    asking.remove(place);
    asking.add(place);
  }

  /** It has been told its arrival number, if it is one that asks for the lock. */
  void queued(Place place) {
    if (asking.remove(place)) { // not one that waits for a signal
      place.numbered();
      queued.add(place);
    }
  }

  void vacated(Place place) {
    asking.remove(place);
    queued.remove(place);
  }

  /**
   * The first of the server's queue, if that is known to be one of ours and can have its turn
   * without the server; null otherwise.
   */
  @Nullable Place nextTo(Acquisition held) {
    if (queued.isEmpty()) {
      return null;
    }
    Place next = queued.first();
    boolean isNeighbour = next.arrival() <= held.tenure().runUntil();
    return isNeighbour
            && next.canBeServed()
            && (asking.isEmpty() || next.isAheadOf(asking.iterator().next()))
        ? next
        : null;
  }
}
