package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.EventLog;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.Watched;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks now and then for waiters here that wait long, and for holds of this client that last long
 * while others wait, and has the log tell of them, with what the server says: when the limit is
 * over, and again each time that the wait has doubled. The watchdog's thread.
 */
public final class LongWaits implements Watched {

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final int LOOKS_WITHIN_LIMIT = 4;

  private final Gates gates;
  private final BiConsumer<LockKeys, Consumer<Inspector.Story>> server;
  private final long limitNanos;
  private final long pauseNanos;

  /** How long it has to last to be told of next, where it has been told of. */
  private Map<Gate, Long> nextNanos = new HashMap<>();

  private volatile long dueNanos;

  /**
   * What lasts for long.
   *
   * @param topic a wait or a hold
   * @param nanos how long it has lasted
   * @param text for people
   */
  private record Found(EventLog.Topic topic, long nanos, String text) {}

  private LongWaits(
      Gates gates, Duration limit, BiConsumer<LockKeys, Consumer<Inspector.Story>> server) {
    this.gates = gates;
    this.server = server;
    this.limitNanos = limit.toNanos();
    this.pauseNanos = Math.min(LONGEST_PAUSE.toNanos(), limitNanos / LOOKS_WITHIN_LIMIT);
    this.dueNanos = gates.engine().now() + pauseNanos;
  }

  /** From now on, until the client is closed; unless its settings say never. */
  public static void watch(Gates gates, Administration administration) {
    watch(gates, (keys, then) -> new Inspector(gates, administration, keys).askForStory(then));
  }

  /** The same for permits that have no owners. */
  public static void watchPermits(Gates gates, Administration administration) {
    watch(gates, (keys, then) -> new Inspector(gates, administration, keys).askForCount(then));
  }

  private static void watch(Gates gates, BiConsumer<LockKeys, Consumer<Inspector.Story>> server) {
    Engine engine = gates.engine();
    Duration limit = engine.times().longWait();
    if (!limit.isZero()) {
      engine.watchdog().watch(new LongWaits(gates, limit, server));
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
    Map<Gate, Long> stillLong = new HashMap<>();
    for (Gate gate : gates.inUse()) {
      Found found = look(gate, now);
      if (found != null) {
        long next = nextNanos.getOrDefault(gate, limitNanos);
        if (found.nanos() >= next) {
          tell(gate, found);
          next = doubledBeyond(next, found.nanos());
        }
        stillLong.put(gate, next);
      }
    }
    nextNanos = stillLong;
  }

  private static long doubledBeyond(long nanos, long least) {
    long doubled = nanos;
    while (doubled <= least) {
      doubled *= 2;
    }
    return doubled;
  }

  private @Nullable Found look(Gate gate, long now) {
    gate.monitor.enter();
    try {
      OwnedHold hold = longestHold(gate, now);
      Waiter waiter = longestWaiter(gate);
      if (waiter != null && isLong(now - waiter.request.sinceNanos())) {
        return ofWait(gate, waiter, hold, now);
      }
      return hold != null && hold.acquisition().grantedLease().doOthersWait()
          ? ofHold(gate, hold)
          : null;
    } finally {
      gate.monitor.leave();
    }
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

  /** Those who wait for a signal do not count: that is no matter of the lock. */
  private static @Nullable Waiter longestWaiter(Gate gate) {
    Waiter longest = gate.firstQueueing();
    for (WaiterTicket ticket : gate.tickets()) {
      long since = ticket.waiter.request.sinceNanos();
      if (!ticket.isForSignal() && (longest == null || since - longest.request.sinceNanos() < 0)) {
        longest = ticket.waiter;
      }
    }
    return longest;
  }

  private boolean isLong(long nanos) {
    return nanos >= limitNanos;
  }

  private static Found ofWait(Gate gate, Waiter waiter, @Nullable OwnedHold hold, long now) {
    long nanos = now - waiter.request.sinceNanos();
    int others = gate.waiting() - 1;
    return new Found(
        EventLog.Topic.LONG_WAIT,
        nanos,
        "%s: %s has waited for %s s%s%s"
            .formatted(
                gate.keys().title(),
                waiter.who(),
                TimeUnit.NANOSECONDS.toSeconds(nanos),
                others > 0 ? ", and %s more wait here".formatted(others) : "",
                hold == null ? "" : "; %s".formatted(heldHere(hold))));
  }

  private static Found ofHold(Gate gate, OwnedHold hold) {
    return new Found(
        EventLog.Topic.LONG_HOLD,
        hold.heldFor().toNanos(),
        "%s: %s while others wait".formatted(gate.keys().title(), heldHere(hold)));
  }

  private static String heldHere(OwnedHold hold) {
    return "%s here has held it for %s s".formatted(hold.who(), hold.heldFor().toSeconds());
  }

  private void tell(Gate gate, Found found) {
    EventLog log = gates.reporter().log();
    if (log.isRead(found.topic())) {
      server.accept(
          gate.keys(),
          story -> {
            if (found.topic() == EventLog.Topic.LONG_WAIT || story.waiting() > 0) {
              log.tell(found.topic(), () -> "%s (%s)".formatted(found.text(), story.text()));
            }
          });
    }
  }
}
