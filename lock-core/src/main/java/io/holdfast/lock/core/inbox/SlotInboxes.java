package io.holdfast.lock.core.inbox;

import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.key.Slots;
import io.holdfast.lock.core.server.Connector;
import io.holdfast.lock.core.server.FailureReason;
import io.holdfast.lock.core.server.ServerFailure;
import io.holdfast.lock.core.time.MonotonicClock;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The inboxes that a client of a cluster has in slots where it waits, or its holds are wanted: what
 * is published there stays in the shard, while what is published to the inbox of the client goes to
 * every node. Begins to listen when somebody waits, and ends a while after the last one has. Any
 * thread; never blocks.
 *
 * <p>Until it listens, and again when a slot has moved or a connection is lost, the client is told
 * by its inbox. If the servers are older than Redis 7, or the user may not listen in slots, that
 * stays so.
 */
final class SlotInboxes implements Ears {

  private static final Logger LOG = LoggerFactory.getLogger(SlotInboxes.class);

  /** For so long it goes on to listen after the last one has waited. */
  private static final Duration LINGER = Duration.ofMinutes(1);

  private final Connector connector;
  private final String prefix; // of the names of all inboxes
  private final String clientId;
  private final MonotonicClock clock;
  private final Duration echoLimit;
  private final Consumer<String> delivered;
  private final IntConsumer reopened;
  private final Map<Integer, SlotInbox> all = new ConcurrentHashMap<>();
  private final Set<StatefulRedisPubSubConnection<String, String>> heard =
      ConcurrentHashMap.newKeySet(); // connections that have a listener of ours
  private volatile boolean isUnsupported;
  private volatile @Nullable StatefulRedisPubSubConnection<String, String> hub;

  /**
   * None yet.
   *
   * @param channel the inbox of the client: a prefix, and its id behind the last colon
   * @param echoLimit an echo that takes longer than this is missing
   * @param delivered gets each message; never throws
   * @param reopened hears of each slot where it listens again, as messages may be missing
   */
  SlotInboxes(
      Connector connector,
      String channel,
      MonotonicClock clock,
      Duration echoLimit,
      Consumer<String> delivered,
      IntConsumer reopened) {
    int behindPrefix = channel.lastIndexOf(':') + 1;
    this.connector = connector;
    this.prefix = channel.substring(0, behindPrefix);
    this.clientId = channel.substring(behindPrefix);
    this.clock = clock;
    this.echoLimit = echoLimit;
    this.delivered = delivered;
    this.reopened = reopened;
  }

  // ---- what the engine asks

  @Override
  public boolean hear(LockKeys keys) {
    SlotInbox inbox = all.get(keys.slot());
    return inbox != null && inbox.isOpen();
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
    StatefulRedisPubSubConnection<String, String> over = hub;
    if (over != null && !isUnsupported) {
      all.compute(keys.slot(), (slot, present) -> used(present == null ? made(slot) : present))
          .attend(over);
    }
  }

  /** So that it is not left now: that is decided under the same lock. */
  private static SlotInbox used(SlotInbox inbox) {
    inbox.use();
    return inbox;
  }

  private SlotInbox made(int slot) {
    String channel = prefix + '{' + Slots.tag(slot) + "}:" + clientId;
    return new SlotInbox(
        slot, channel, connector, clock, new Echoes(clock, echoLimit.toNanos()), this);
  }

  @Override
  public boolean echoed(LockKeys keys, long sentNanos, long listeners) {
    SlotInbox inbox = all.get(keys.slot());
    StatefulRedisPubSubConnection<String, String> over = hub;
    return inbox != null && over != null && inbox.echoed(over, sentNanos, listeners);
  }

  // ---- what the inbox of the client tells

  /** The connections to nodes come with this one from now on. */
  void use(StatefulRedisPubSubConnection<String, String> fresh) {
    hub = fresh;
    heard.clear();
    all.values().forEach(inbox -> inbox.closed(null));
  }

  /** Stops listening where nobody has waited for a while. */
  void sweep(long now) {
    for (Integer slot : all.keySet()) {
      all.computeIfPresent(
          slot, (same, inbox) -> inbox.leaveIfIdle(now, LINGER.toNanos()) ? null : inbox);
    }
  }

  /** Listens nowhere any more. The connections end with that of the client's inbox. */
  void close() {
    hub = null;
  }

  // ---- what an inbox of a slot tells

  /** Has what comes over this connection go to the inboxes that it is for. */
  void hearAt(StatefulRedisPubSubConnection<String, String> node) {
    if (heard.add(node)) {
      node.addListener(new Listener(node));
      node.addListener(
          new RedisConnectionStateListener() {
            @Override
            public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
              all.values().forEach(inbox -> inbox.closed(node));
            }
          });
    }
  }

  void reopened(int slot) {
    reopened.accept(slot);
  }

  /** The slot is elsewhere: whoever waits there is to be heard by its new master. */
  void moved(SlotInbox inbox) {
    connector
        .refreshTopology()
        .whenComplete(
            (done, thrown) -> {
              StatefulRedisPubSubConnection<String, String> over = hub;
              if (over != null) {
                inbox.goOn(over);
              }
            });
  }

  /** The server or the user lacks what is needed: the inbox of the client has to do. */
  boolean isMissing(Throwable failure) {
    String reason = FailureReason.of(ServerFailure.reported(failure));
    String lower = reason.toLowerCase(java.util.Locale.ROOT);
    boolean isMissing = lower.contains("unknown command") || lower.contains("noperm");
    if (isMissing && !isUnsupported) {
      isUnsupported = true;
      LOG.warn(
          "{}: messages to waiters go to every node, as the client may not listen in slots ({}). That needs Redis 7 or later, and the rights +ssubscribe +sunsubscribe +spublish +pubsub|shardnumsub",
          connector.describe(),
          reason);
    }
    return isMissing;
  }

  /** Never throws into the event loop: listeners behind it would not be called. */
  private final class Listener extends RedisPubSubAdapter<String, String> {

    private final StatefulRedisPubSubConnection<String, String> own;

    Listener(StatefulRedisPubSubConnection<String, String> own) {
      this.own = own;
    }

    @Override
    public void smessage(String from, String text) {
      at(from, SlotInbox::heard);
      delivered.accept(text);
    }

    @Override
    public void ssubscribed(String to, long count) {
      at(to, inbox -> inbox.opened(own));
    }

    @Override
    public void sunsubscribed(String from, long count) {
      at(from, inbox -> inbox.ended(own));
    }

    private void at(String channel, Consumer<SlotInbox> action) {
      try {
        SlotInbox inbox = all.get(Slots.of(channel));
        if (inbox != null && inbox.isAt(channel)) {
          action.accept(inbox);
        }
      } catch (RuntimeException | Error e) {
        LOG.error("Word of channel '{}' could not be handled", channel, e);
      }
    }
  }
}
