package io.holdfast.lock.core.inbox;

import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.key.Slots;
import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.lease.Watched;
import io.holdfast.lock.core.server.Connector;
import io.holdfast.lock.core.server.Connector.Listening;
import io.holdfast.lock.core.server.FailureReason;
import io.holdfast.lock.core.server.ServerFailure;
import io.holdfast.lock.core.server.TopologyRefresh;
import io.holdfast.lock.core.time.MonotonicClock;
import io.lettuce.core.RedisException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The inboxes that a client of a cluster has in slots where it waits, or where its holds are
 * wanted: what is published there stays in the shard, while what is published to the inbox of the
 * client goes to every node. Begins to listen when somebody waits, and ends a while after the last
 * one has. Any thread; never blocks.
 *
 * <p>Until it listens, and again when a slot has moved or a connection is lost, the client is told
 * by its inbox. If the servers are older than Redis 7, or the user may not listen in slots, that
 * stays so.
 *
 * <p>Subscriptions are made by the watchdog's thread alone, one slot at a time, as several slots in
 * one {@code SSUBSCRIBE} are refused.
 */
final class SlotInboxes implements Ears, Watched, SlotNodes.Events {

  private static final Logger LOG = LoggerFactory.getLogger(SlotInboxes.class);

  /** Between two looks at those that nobody needs any more. */
  private static final long SWEEP_NANOS = Duration.ofSeconds(15).toNanos();

  /** Before it is tried again whether the servers and the user can do it. */
  private static final long UNSUPPORTED_NANOS = Duration.ofMinutes(10).toNanos();

  private final Connector connector;
  private final String prefix; // of the names of all inboxes
  private final String clientId;
  private final Watchdog watchdog;
  private final MonotonicClock clock;
  private final Duration echoLimit;
  private final long lingerNanos;
  private final Consumer<String> delivered;
  private final Consumer<Set<Integer>> reopened;
  private final TopologyRefresh topology;

  private final Map<Integer, SlotInbox> all = new ConcurrentHashMap<>();
  private final SlotNodes nodes;
  private final Set<Integer> toOpen = ConcurrentHashMap.newKeySet(); // slots
  private final Set<Integer> toTell = ConcurrentHashMap.newKeySet(); // slots that listen again
  private final AtomicLong dueNanos;
  private volatile long sweepNanos;
  private volatile long unsupportedUntilNanos;
  private volatile boolean isTopologyNew;
  private volatile boolean isUnsupported;
  private final AtomicBoolean isToldUnsupported = new AtomicBoolean();
  private volatile boolean isClosed;

  /**
   * None yet.
   *
   * @param channel the inbox of the client: a prefix, and its id behind the last colon
   * @param echoLimit an echo that takes longer than this is missing
   * @param linger for how long it listens after the last one has waited
   * @param delivered gets each message; never throws
   * @param reopened hears of the slots where it listens again, as messages may be missing; on the
   *     watchdog's thread
   */
  SlotInboxes(
      Connector connector,
      String channel,
      Watchdog watchdog,
      MonotonicClock clock,
      Duration echoLimit,
      Duration linger,
      Consumer<String> delivered,
      Consumer<Set<Integer>> reopened) {
    int behindPrefix = channel.lastIndexOf(':') + 1;
    this.connector = connector;
    this.nodes = new SlotNodes(connector, this);
    this.prefix = channel.substring(0, behindPrefix);
    this.clientId = channel.substring(behindPrefix);
    this.watchdog = watchdog;
    this.clock = clock;
    this.echoLimit = echoLimit;
    this.lingerNanos = linger.toNanos();
    this.delivered = delivered;
    this.reopened = reopened;
    this.topology = new TopologyRefresh(connector, clock, isKnown -> lookAnew());
    this.sweepNanos = clock.nanoTime() + SWEEP_NANOS;
    this.dueNanos = new AtomicLong(sweepNanos);
    this.unsupportedUntilNanos = clock.nanoTime();
    Slots.tag(0); // all of them are made now, and not when somebody asks for a lock
  }

  // ---- what the engine asks; maybe with a monitor held

  @Override
  public boolean hear(LockKeys keys) {
    SlotInbox inbox = all.get(keys.slot());
    return inbox != null && inbox.isOpen() && !isUnsupported;
  }

  @Override
  public String flags(LockKeys keys) {
    if (isUnsupported) {
      return "";
    }
    String tag = '{' + Slots.tag(keys.slot()) + '}';
    return hear(keys) ? tag + Ears.MARK : tag;
  }

  @Override
  public void attend(LockKeys keys) {
    if (isUnsupported || isClosed) {
      return;
    }
    SlotInbox inbox = all.compute(keys.slot(), this::used);
    if (!inbox.isOpen() || hasMoved(inbox)) {
      open(inbox);
    }
  }

  /** So that it is not left now: that is decided under the same lock. */
  private SlotInbox used(int slot, @Nullable SlotInbox present) {
    SlotInbox inbox = present == null ? made(slot) : present;
    inbox.use();
    return inbox;
  }

  private SlotInbox made(int slot) {
    String channel = prefix + '{' + Slots.tag(slot) + "}:" + clientId;
    return new SlotInbox(slot, channel, clock, new Echoes(clock, echoLimit.toNanos()));
  }

  private boolean hasMoved(SlotInbox inbox) {
    Listening where = inbox.at();
    return where != null
        && connector
            .masterOf(inbox.slot())
            .filter(master -> !master.equals(where.nodeId()))
            .isPresent();
  }

  @Override
  public boolean echoed(LockKeys keys, long sentNanos, long echo) {
    if (!Echo.isInSlot(echo)) {
      return false;
    }
    SlotInbox inbox = all.get(keys.slot());
    if (Echo.isRefused(echo)) {
      isUnsupported("SPUBLISH is refused");
    } else if (inbox != null && inbox.isOpenSince(sentNanos)) {
      Listening where = inbox.at();
      if (where == null) {
        return true; // it ends now
      } else if (Echo.listeners(echo) == 0) {
        if (inbox.lost(where)) {
          topology.begin(); // the slot has moved, or is about to
          open(inbox);
        }
      } else if (inbox.isEchoMissing(sentNanos)) {
        where.connection().closeAsync(); // it only looks open
      }
    }
    return true;
  }

  // ---- what is due; the watchdog's thread

  /** To be opened as soon as may be. */
  private void open(SlotInbox inbox) {
    toOpen.add(inbox.slot());
    due(inbox.notBeforeNanos());
  }

  private void lookAnew() {
    isTopologyNew = true;
    soon();
  }

  private void soon() {
    due(clock.nanoTime());
  }

  private void due(long nanos) {
    dueNanos.accumulateAndGet(nanos, (one, other) -> one - other < 0 ? one : other);
    watchdog.dueAt(nanos);
  }

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
    if (isUnsupported) {
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
    isUnsupported = isUnsupported && now - unsupportedUntilNanos < 0;
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
      soon();
    }
  }

  private void refused(SlotInbox inbox, int attempt, Throwable failure) {
    inbox.refused(attempt);
    if (!isMissing(failure) && !isClosed) {
      topology.begin(); // the slot may be elsewhere
      open(inbox);
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

  private boolean isMissing(Throwable failure) {
    String reason = FailureReason.of(ServerFailure.reported(failure));
    String lower = reason.toLowerCase(Locale.ROOT);
    boolean isMissing = lower.contains("unknown command") || lower.contains("noperm");
    if (isMissing) {
      isUnsupported(reason);
    }
    return isMissing;
  }

  /**
   * The server or the user lacks what is needed: the inbox of the client has to do, for a while.
   */
  private void isUnsupported(String reason) {
    unsupportedUntilNanos = clock.nanoTime() + UNSUPPORTED_NANOS;
    isUnsupported = true;
    soon(); // those that are open are left
    if (isToldUnsupported.compareAndSet(false, true)) {
      LOG.warn(
          "{}: messages to waiters go to every node, because the client cannot use sharded pub/sub ({}). It needs Redis 7 or later, and the rights +ssubscribe +sunsubscribe +spublish. Logged once",
          connector.describe(),
          reason);
    }
  }

  // ---- what the connections tell

  @Override
  public void onMessage(String channel, String text) {
    SlotInbox inbox = at(channel);
    if (inbox != null) {
      inbox.heard();
    }
    delivered.accept(text);
  }

  @Override
  public void onEnded(String channel, Listening node) {
    SlotInbox inbox = at(channel);
    if (inbox != null && inbox.ended(node)) {
      topology.begin();
      open(inbox);
    }
  }

  private @Nullable SlotInbox at(String channel) {
    SlotInbox inbox = all.get(Slots.of(channel));
    return inbox != null && inbox.channel().equals(channel) ? inbox : null;
  }

  /** Waiters in the slots of that node need another connection to be told over. */
  @Override
  public void onGone(Listening node) {
    if (isClosed) {
      return;
    }
    for (SlotInbox inbox : all.values()) {
      if (inbox.lost(node)) {
        topology.begin(); // a replica may have taken its place
        open(inbox);
      }
    }
  }

  /** Listens nowhere any more. */
  void close() {
    isClosed = true;
    watchdog.forget(this);
    nodes.close();
  }
}
