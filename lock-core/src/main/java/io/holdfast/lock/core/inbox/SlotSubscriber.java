package io.holdfast.lock.core.inbox;

import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.lease.Watched;
import io.holdfast.lock.core.server.Connector;
import io.holdfast.lock.core.server.Connector.Listening;
import io.holdfast.lock.core.server.TopologyRefresh;
import io.holdfast.lock.core.time.MonotonicClock;
import io.lettuce.core.RedisException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Subscribes in slots, and ends subscriptions that nobody needs any more. What is to be done may be
 * said by any thread, maybe with a monitor held, and never blocks; it is done by the watchdog's
 * thread alone, one slot at a time, as several slots in one {@code SSUBSCRIBE} are refused.
 */
final class SlotSubscriber implements Watched {

  /** Between two looks at those that nobody needs any more. */
  private static final long SWEEP_NANOS = Duration.ofSeconds(15).toNanos();

  private final Connector connector;
  private final Map<Integer, SlotInbox> all;
  private final SlotNodes nodes;
  private final ShardedSupport support;
  private final Watchdog watchdog;
  private final MonotonicClock clock;
  private final long lingerNanos;
  private final Consumer<Set<Integer>> reopened;
  private final TopologyRefresh topology;

  private final Set<Integer> toOpen = ConcurrentHashMap.newKeySet(); // slots
  private final Set<Integer> toTell = ConcurrentHashMap.newKeySet(); // slots that listen again
  private final AtomicLong dueNanos;
  private volatile long sweepNanos;
  private volatile boolean isTopologyNew;
  private volatile boolean isClosed;

  /**
   * Subscribes to nothing yet.
   *
   * @param all the inboxes, by slot; those of no use are taken out
   * @param linger for how long it listens after the last one has waited
   * @param reopened hears of the slots where it listens again, as messages may be missing; on the
   *     watchdog's thread
   */
  SlotSubscriber(
      Connector connector,
      Map<Integer, SlotInbox> all,
      SlotNodes nodes,
      ShardedSupport support,
      Watchdog watchdog,
      MonotonicClock clock,
      Duration linger,
      Consumer<Set<Integer>> reopened) {
    this.connector = connector;
    this.all = all;
    this.nodes = nodes;
    this.support = support;
    this.watchdog = watchdog;
    this.clock = clock;
    this.lingerNanos = linger.toNanos();
    this.reopened = reopened;
    this.topology = new TopologyRefresh(connector, clock, isKnown -> lookAnew());
    this.sweepNanos = clock.nanoTime() + SWEEP_NANOS;
    this.dueNanos = new AtomicLong(sweepNanos);
  }

  // ---- what is to be done; any thread

  /** It is needed: opens it if it is not open, or not where the slot is now. */
  void need(SlotInbox inbox) {
    if (!inbox.isOpen() || hasMoved(inbox)) {
      open(inbox);
    }
  }

  /** It does not listen any more: opens it anew, wherever its slot is by now. */
  void openElsewhere(SlotInbox inbox) {
    topology.begin();
    open(inbox);
  }

  /** To be opened as soon as may be. */
  private void open(SlotInbox inbox) {
    toOpen.add(inbox.slot());
    due(inbox.notBeforeNanos());
  }

  private boolean hasMoved(SlotInbox inbox) {
    Listening where = inbox.at();
    return where != null
        && connector
            .masterOf(inbox.slot())
            .filter(master -> !master.equals(where.nodeId()))
            .isPresent();
  }

  private void lookAnew() {
    isTopologyNew = true;
    lookSoon();
  }

  /** Something has changed: the watchdog is to look at once. */
  void lookSoon() {
    due(clock.nanoTime());
  }

  private void due(long nanos) {
    dueNanos.accumulateAndGet(nanos, (one, other) -> one - other < 0 ? one : other);
    watchdog.dueAt(nanos);
  }

  boolean isClosed() {
    return isClosed;
  }

  /** Subscribes to nothing any more. */
  void close() {
    isClosed = true;
    watchdog.forget(this);
  }

  // ---- what is due; the watchdog's thread

  @Override
  public long dueNanos() {
    return dueNanos.get();
  }

  @Override
  public void onDue(long now) {
    boolean isToSweep = now - sweepNanos >= 0;
    if (isToSweep) {
      sweepNanos = now + SWEEP_NANOS;
    }
    dueNanos.set(sweepNanos); // before the looks: who wants something meanwhile brings it forward
    if (isClosed) {
      return;
    }
    if (isToSweep) {
      sweep(now);
    }
    if (support.isMissing()) {
      toOpen.clear();
      all.values().forEach(this::leave);
    } else {
      openWhatIsToBeOpened(now);
    }
    tellReopened();
  }

  private void openWhatIsToBeOpened(long now) {
    if (isTopologyNew) {
      isTopologyNew = false;
      all.values().stream()
          .filter(inbox -> inbox.isOpening() || hasMoved(inbox))
          .forEach(inbox -> toOpen.add(inbox.slot()));
    }
    Set<Integer> slots = Set.copyOf(toOpen);
    toOpen.removeAll(slots);
    for (Integer slot : slots) {
      SlotInbox inbox = all.get(slot);
      if (inbox != null && inbox.wasUsedWithin(lingerNanos, now)) {
        lookAt(inbox, now);
      }
    }
  }

  private void lookAt(SlotInbox inbox, long now) {
    if (inbox.isOpen() && hasMoved(inbox)) {
      leave(inbox);
    }
    int attempt = inbox.begin(now, connector.masterOf(inbox.slot()).orElse(null));
    if (attempt > 0) {
      subscribe(inbox, attempt);
    } else if (inbox.isClosed()) {
      open(inbox); // later
    }
  }

  private void sweep(long now) {
    support.sweep(now);
    for (Integer slot : all.keySet()) {
      all.computeIfPresent(
          slot,
          (same, inbox) -> {
            if (inbox.wasUsedWithin(lingerNanos, now)) {
              return inbox;
            }
            leave(inbox);
            return inbox.isClosed() ? null : inbox;
          });
    }
    nodes.sweep(node -> all.values().stream().anyMatch(inbox -> inbox.isAt(node)));
  }

  private void tellReopened() {
    Set<Integer> slots = Set.copyOf(toTell);
    if (!slots.isEmpty()) {
      toTell.removeAll(slots);
      reopened.accept(slots);
    }
  }

  // ---- subscriptions

  private void subscribe(SlotInbox inbox, int attempt) {
    CompletionStage<Listening> listening;
    try {
      listening =
          connector
              .masterOf(inbox.slot())
              .map(nodes::at)
              .orElseGet(
                  () -> CompletableFuture.failedFuture(new RedisException("no master is known")))
              .thenCompose(node -> subscribe(inbox, node));
    } catch (RuntimeException | Error e) { // not even sent
      listening = CompletableFuture.failedFuture(e);
    }
    listening.whenComplete(
        (node, thrown) -> {
          if (thrown == null) {
            confirmed(inbox, attempt, node);
          } else {
            refused(inbox, attempt, thrown);
          }
        });
  }

  private static CompletionStage<Listening> subscribe(SlotInbox inbox, Listening node) {
    return node.connection()
        .async()
        .ssubscribe(inbox.channel())
        .whenComplete((done, thrown) -> SlotNodes.closeIfSilent(node, thrown))
        .thenApply(done -> node);
  }

  private void confirmed(SlotInbox inbox, int attempt, Listening node) {
    boolean mayBeMissing = inbox.confirmed(attempt, node);
    if (!node.connection().isOpen()) {
      nodes.gone(node); // before that was known
    } else if (mayBeMissing) {
      toTell.add(inbox.slot());
      lookSoon();
    }
  }

  private void refused(SlotInbox inbox, int attempt, Throwable failure) {
    inbox.refused(attempt);
    if (!support.noteIfMissing(failure) && !isClosed) {
      openElsewhere(inbox);
    }
  }

  /** Gives it up where it is. */
  private void leave(SlotInbox inbox) {
    Listening where = inbox.leave();
    if (where == null) {
      return;
    }
    try {
      where
          .connection()
          .async()
          .sunsubscribe(inbox.channel())
          .whenComplete(
              (done, thrown) -> {
                if (thrown != null) {
                  inbox.notEnded(where);
                }
              });
    } catch (RuntimeException e) {
      inbox.notEnded(where); // the connection is gone, and the subscription with it
    }
  }
}
