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

  private final TreeSet<WaiterTicket> queued = new TreeSet<>(WaiterTicket.BY_ARRIVAL);
  private final Set<WaiterTicket> asking = new LinkedHashSet<>(); // longest first

  /** It begins to ask, perhaps again. */
  void asking(WaiterTicket ticket) {
    queued.remove(ticket); // it may have had a ticket before
    asking.remove(ticket);
    asking.add(ticket);
  }

  /** It has been told its arrival number, if it is one that asks for the lock. */
  void queued(WaiterTicket ticket) {
    if (asking.remove(ticket)) { // not one that waits for a signal
      ticket.numbered();
      queued.add(ticket);
    }
  }

  void vacated(WaiterTicket ticket) {
    asking.remove(ticket);
    queued.remove(ticket);
  }

  /**
   * The first of the server's queue, if that is known to be one of ours and can have its turn
   * without the server; null otherwise.
   */
  @Nullable WaiterTicket nextTo(Acquisition held) {
    if (queued.isEmpty()) {
      return null;
    }
    WaiterTicket next = queued.first();
    boolean isNeighbour = next.arrival() <= held.grantedLease().runUntil();
    return isNeighbour
            && next.canBeServed()
            && (asking.isEmpty() || next.isAheadOf(asking.iterator().next()))
        ? next
        : null;
  }
}
