package io.holdfast.lock.core.inbox;

import io.holdfast.lock.core.server.Connector;
import io.holdfast.lock.core.server.Connector.Listening;
import io.holdfast.lock.core.server.ServerFailure;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections over which a client listens in slots: one for each node, made when it is first
 * needed, for all slots of that node. They do not connect again by themselves: Lettuce would
 * subscribe to all slots at once, which a cluster refuses. Any thread, but where it says otherwise;
 * never blocks.
 */
final class SlotNodes {

  private static final Logger LOG = LoggerFactory.getLogger(SlotNodes.class);

  private final Connector connector;
  private final Events events;
  private final Map<String, CompletableFuture<Listening>> all = new ConcurrentHashMap<>(); // by id
  private volatile boolean isClosed;

  /** Hears what comes over the connections; on event loops, so it must not block. */
  interface Events {

    /** A message has come. */
    void onMessage(String channel, String text);

    /** The node has ended the subscription, asked to or not: its slot may have moved. */
    void onEnded(String channel, Listening node);

    /** The connection is gone, and all its subscriptions. */
    void onGone(Listening node);
  }

  /** None yet. */
  SlotNodes(Connector connector, Events events) {
    this.connector = connector;
    this.events = events;
  }

  /** The connection to this node, made now if there is none. One thread, always the same. */
  CompletableFuture<Listening> at(String nodeId) {
    CompletableFuture<Listening> present = all.get(nodeId);
    if (present != null && mayBeOpen(present)) {
      return present;
    }
    CompletableFuture<Listening> opening =
        connector.connectPubSubTo(nodeId).thenApply(this::heard).toCompletableFuture();
    all.put(nodeId, opening);
    return opening;
  }

  private static boolean mayBeOpen(CompletableFuture<Listening> node) {
    return !node.isDone()
        || (!node.isCompletedExceptionally() && node.join().connection().isOpen());
  }

  private Listening heard(Listening node) {
    node.connection().addListener(new Listener(node));
    node.connection()
        .addListener(
            new RedisConnectionStateListener() {
              @Override
              public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
                gone(node);
              }
            });
    if (isClosed) {
      node.connection().closeAsync();
    }
    return node;
  }

  /** Forgets a connection that has ended, and says so. */
  void gone(Listening node) {
    all.computeIfPresent(
        node.nodeId(), (id, present) -> node.equals(present.getNow(null)) ? null : present);
    events.onGone(node);
  }

  /** Closes those that are not needed, and asks the others whether they carry anything. */
  void sweep(Predicate<Listening> isNeeded) {
    all.values().stream()
        .filter(one -> one.isDone() && !one.isCompletedExceptionally())
        .map(CompletableFuture::join)
        .forEach(
            node -> {
              if (isNeeded.test(node)) {
                ping(node);
              } else {
                node.connection().closeAsync();
              }
            });
  }

  private static void ping(Listening node) {
    try {
      node.connection().async().ping().whenComplete((pong, thrown) -> closeIfSilent(node, thrown));
    } catch (RuntimeException e) {
      closeIfSilent(node, e); // not even sent
    }
  }

  /** Closes a connection that only looks open: a command got no answer, and no refusal either. */
  static void closeIfSilent(Listening node, @Nullable Throwable thrown) {
    if (thrown != null
        && ServerFailure.of(ServerFailure.reported(thrown)).kind() == ServerFailure.Kind.UNKNOWN) {
      node.connection().closeAsync();
    }
  }

  /** Closes them all, and those that are being made. */
  void close() {
    isClosed = true;
    all.values().forEach(one -> one.thenAccept(node -> node.connection().closeAsync()));
  }

  /** Never throws into the event loop: listeners behind it would not be called. */
  private final class Listener extends RedisPubSubAdapter<String, String> {

    private final Listening node;

    Listener(Listening node) {
      this.node = node;
    }

    @Override
    public void smessage(String channel, String text) {
      handle(channel, () -> events.onMessage(channel, text));
    }

    @Override
    public void sunsubscribed(String channel, long count) {
      handle(channel, () -> events.onEnded(channel, node));
    }

    private void handle(String channel, Runnable action) {
      try {
        action.run();
      } catch (RuntimeException | Error e) {
        LOG.error("A message of channel '{}' could not be handled", channel, e);
      }
    }
  }
}
