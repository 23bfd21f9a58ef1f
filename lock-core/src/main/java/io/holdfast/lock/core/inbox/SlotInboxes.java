package io.holdfast.lock.core.inbox;

import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.key.Slots;
import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.server.Connector;
import io.holdfast.lock.core.server.Connector.Listening;
import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The inboxes that a client of a cluster has in slots where it waits, or where its holds are
 * wanted: what is published there stays in the shard, while what is published to the inbox of the
 * client goes to every node. Begins to listen when somebody waits, and ends a while after the last
 * one has. Any thread; never blocks.
 *
 * <p>Until it listens, and again when a slot has moved or a connection is lost, the client is told
 * by its inbox. If the servers are older than Redis 7, or the user may not listen in slots, that
 * stays so.
 */
final class SlotInboxes implements Ears, SlotNodes.Events {

  private final String prefix; // of the names of all inboxes
  private final String clientId;
  private final Watchdog watchdog;
  private final MonotonicClock clock;
  private final Duration echoLimit;
  private final Consumer<String> delivered;

  private final Map<Integer, SlotInbox> all = new ConcurrentHashMap<>();
  private final SlotNodes nodes;
  private final ShardedSupport support;
  private final SlotSubscriber subscriber;

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
    this.prefix = channel.substring(0, behindPrefix);
    this.clientId = channel.substring(behindPrefix);
    this.watchdog = watchdog;
    this.clock = clock;
    this.echoLimit = echoLimit;
    this.delivered = delivered;
    this.nodes = new SlotNodes(connector, this);
    this.support = new ShardedSupport(connector, clock, this::leaveAll);
    this.subscriber =
        new SlotSubscriber(connector, all, nodes, support, watchdog, clock, linger, reopened);
    Slots.tag(0); // all of them are made now, and not when somebody asks for a lock
  }

  /** From now on the watchdog opens those that are needed. */
  void begin() {
    watchdog.watch(subscriber);
  }

  private void leaveAll() {
    subscriber.lookSoon(); // it leaves those that are open
  }

  // ---- what the engine asks; maybe with a monitor held

  @Override
  public boolean hear(LockKeys keys) {
    SlotInbox inbox = all.get(keys.slot());
    return inbox != null && inbox.isOpen() && !support.isMissing();
  }

  @Override
  public String flags(LockKeys keys) {
    if (support.isMissing()) {
      return "";
    }
    String tag = '{' + Slots.tag(keys.slot()) + '}';
    return hear(keys) ? tag + Ears.MARK : tag;
  }

  @Override
  public void attend(LockKeys keys) {
    if (support.isMissing() || subscriber.isClosed()) {
      return;
    }
    subscriber.need(all.compute(keys.slot(), this::used));
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

  @Override
  public boolean echoed(LockKeys keys, long sentNanos, long echo) {
    if (!Echo.isInSlot(echo)) {
      return false;
    }
    SlotInbox inbox = all.get(keys.slot());
    if (Echo.isRefused(echo)) {
      support.missing("SPUBLISH is refused");
    } else if (inbox != null && inbox.isOpenSince(sentNanos)) {
      Listening where = inbox.at();
      if (where == null) {
        return true; // it ends now
      } else if (Echo.listeners(echo) == 0) {
        if (inbox.lost(where)) {
          subscriber.openElsewhere(inbox); // the slot has moved, or is about to
        }
      } else if (inbox.isEchoMissing(sentNanos)) {
        where.connection().closeAsync(); // it only looks open
      }
    }
    return true;
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
      subscriber.openElsewhere(inbox);
    }
  }

  private @Nullable SlotInbox at(String channel) {
    SlotInbox inbox = all.get(Slots.of(channel));
    return inbox != null && inbox.channel().equals(channel) ? inbox : null;
  }

  /** Waiters in the slots of that node need another connection to be told over. */
  @Override
  public void onGone(Listening node) {
    if (subscriber.isClosed()) {
      return;
    }
    for (SlotInbox inbox : all.values()) {
      if (inbox.lost(node)) {
        subscriber.openElsewhere(inbox); // a replica may have taken the place of the node
      }
    }
  }

  /** Listens nowhere any more. */
  void close() {
    subscriber.close();
    nodes.close();
  }
}
