package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.EventLog;
import io.holdfast.lock.core.engine.EventLog.Topic;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.Watched;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks now and then for waiters here that wait long, and for holds of this client that last long
 * while others wait. The log tells of them, with what the server says: when the limit is over, and
 * again each time that the wait has doubled. The watchdog's thread.
 */
public final class LongWaits implements Watched {

  private static final Logger LOG = LoggerFactory.getLogger(LongWaits.class);

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final int LOOKS_WITHIN_LIMIT = 4;

  /** Holds for which the server is asked in one look whether others wait, at most. */
  private static final int MOST_HOLDS = 10;

  private final Gates gates;
  private final BiConsumer<LockKeys, Consumer<Inspector.Story>> server;
  private final Blockages blockages;
  private final long limitNanos;
  private final long pauseNanos;

  private Map<Gate, Told> told = new HashMap<>(); // as of the last look
  private int holdsToAskFor; // in this look

  private volatile long dueNanos;

  /**
   * What was long when a gate was looked at last.
   *
   * @param subject the waiter or the hold
   * @param nextNanos how long it has to last to be told of next
   */
  private record Told(Object subject, long nextNanos) {}

  private LongWaits(
      Gates gates,
      Administration administration,
      Duration limit,
      BiConsumer<LockKeys, Consumer<Inspector.Story>> server) {
    this.gates = gates;
    this.server = server;
    this.limitNanos = limit.toNanos();
    this.pauseNanos = Math.min(LONGEST_PAUSE.toNanos(), limitNanos / LOOKS_WITHIN_LIMIT);
    this.dueNanos = gates.engine().now() + pauseNanos;
    this.blockages = new Blockages(gates, administration, limitNanos);
  }

  /** From now on, until the client is closed; unless its settings say never. */
  public static void watch(Gates gates, Administration administration) {
    watch(
        gates,
        administration,
        (keys, then) -> new Inspector(gates, administration, keys).askForStory(then));
  }

  /** The same for permits that have no owners. */
  public static void watchPermits(Gates gates, Administration administration) {
    watch(
        gates,
        administration,
        (keys, then) -> new Inspector(gates, administration, keys).askForCount(then));
  }

  private static void watch(
      Gates gates,
      Administration administration,
      BiConsumer<LockKeys, Consumer<Inspector.Story>> server) {
    Engine engine = gates.engine();
    Duration limit = engine.times().longWait();
    if (!limit.isZero()) {
      LongWaits waits = new LongWaits(gates, administration, limit, server);
      gates.whenClosed(waits.blockages::close);
      engine.watchdog().watch(waits);
    }
  }

  @Override
  public long dueNanos() {
    return dueNanos;
  }

  @Override
  public void onDue(long now) {
    dueNanos = now + pauseNanos;
    if (gates.isClosed()) {
      gates.engine().watchdog().forget(this);
      return;
    }
    Map<Gate, Told> stillLong = new HashMap<>();
    holdsToAskFor = MOST_HOLDS;
    blockages.begin();
    for (Gate gate : gates.inUse()) {
      try {
        Told next = next(gate, now);
        if (next != null) {
          stillLong.put(gate, next);
        }
      } catch (RuntimeException e) { // the others are looked at all the same
        LOG.error("{}: its waiters could not be looked at", gate.keys().title(), e);
      }
    }
    told = stillLong;
    blockages.end();
  }

  private @Nullable Told next(Gate gate, long now) {
    LongStory found = look(gate, now);
    if (found == null) {
      return null;
    }
    Told before = told.get(gate);
    long next =
        before != null && before.subject() == found.subject() ? before.nextNanos() : limitNanos;
    if (found.nanos() >= next && tell(gate, found)) {
      next = doubledBeyond(next, found.nanos());
    }
    return new Told(found.subject(), next);
  }

  private static long doubledBeyond(long nanos, long least) {
    long doubled = nanos;
    while (doubled <= least) {
      doubled *= 2;
    }
    return doubled;
  }

  // ---- looking

  private @Nullable LongStory look(Gate gate, long now) {
    gate.monitor.enter();
    try {
      List<Waiter> waiters = waiters(gate);
      Waiter longest = null;
      for (Waiter waiter : waiters) {
        long nanos = waitedNanos(waiter, now);
        if (nanos >= limitNanos / 2) { // so that the cycle is known when the wait is told
          blockages.see(gate, waiter);
        }
        if (nanos >= limitNanos && (longest == null || nanos > waitedNanos(longest, now))) {
          longest = waiter;
        }
      }
      OwnedHold hold = longestHold(gate, now);
      if (longest != null) {
        return LongStory.ofWait(
            longest,
            waitedNanos(longest, now),
            waiters.size() - 1,
            hold,
            blockages.cycleOf(longest));
      }
      return hold != null && hold.acquisition().grantedLease().doOthersWait()
          ? LongStory.ofHold(hold)
          : null;
    } finally {
      gate.monitor.leave();
    }
  }

  private static long waitedNanos(Waiter waiter, long now) {
    return now - waiter.request.sinceNanos();
  }

  /**
   * A wait for a signal does not count, nor the wait for the lock behind it. With the monitor held.
   */
  static List<Waiter> waiters(Gate gate) {
    if (gate.waiting() == 0) {
      return List.of();
    }
    List<Waiter> waiters = new ArrayList<>();
    gate.eachQueueing(waiters::add);
    for (WaiterTicket ticket : gate.tickets()) {
      if (!ticket.isForSignal()) {
        waiters.add(ticket.waiter);
      }
    }
    return waiters;
  }

  /** Of those that last long. */
  private @Nullable OwnedHold longestHold(Gate gate, long now) {
    OwnedHold longest = null;
    for (OwnedHold hold : gate.owners().all()) {
      if (hold.isOwnedSince(now - limitNanos)
          && (longest == null || longest.heldFor().compareTo(hold.heldFor()) < 0)) {
        longest = hold;
      }
    }
    return longest;
  }

  // ---- telling

  /** False if it is to be told with a later look. */
  private boolean tell(Gate gate, LongStory found) {
    EventLog log = gates.reporter().log();
    if (found.isWait()) {
      log.begin(Topic.LONG_WAIT)
          .ifPresent(
              line ->
                  server.accept(
                      gate.keys(),
                      story -> line.write(() -> found.text(gate.keys().title(), story))));
      return true;
    }
    if (holdsToAskFor == 0 || !log.isRead(Topic.LONG_HOLD)) {
      return false;
    }
    holdsToAskFor--;
    server.accept(
        gate.keys(),
        story -> {
          if (story.waiting() > 0) { // they may have gone
            log.tell(Topic.LONG_HOLD, () -> found.text(gate.keys().title(), story));
          }
        });
    return true;
  }
}
