package io.holdfast.lock.core.server;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.event.Event;
import io.lettuce.core.event.connection.ConnectedEvent;
import io.lettuce.core.event.connection.DisconnectedEvent;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.net.InetSocketAddress;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears from Sentinels that another server is the master now. After a planned failover the old one
 * serves for ten seconds more, as if nothing had happened. Any thread.
 */
final class MasterWatch {

  private static final Logger LOG = LoggerFactory.getLogger(MasterWatch.class);

  /** Each Sentinel says so as soon as it has heard of it. */
  private static final String SWITCHED = "+switch-master";

  /** {@code main 10.0.0.1 6379 10.0.0.2 6379}: from the first to the second. */
  private static final Pattern SWITCH =
      Pattern.compile("(?<name>\\S+) (?<old>\\S+ \\d+) (?<new>\\S+ \\d+)");

  /** The Sentinel that leads a failover says so earlier, and names the new master from then on. */
  private static final String PROMOTED = "+promoted-slave";

  /** {@code slave 10.0.0.2:6379 10.0.0.2 6379 @ main 10.0.0.1 6379}: to the first. */
  private static final Pattern PROMOTION =
      Pattern.compile("slave \\S+ (?<new>\\S+ \\d+) @ (?<name>\\S+) (?<old>\\S+ \\d+)");

  private final RedisURI asGiven;
  private final Consumer<String> whenMoved;
  private final Set<RedisURI> watched = ConcurrentHashMap.newKeySet();
  private final Set<RedisURI> refusing = ConcurrentHashMap.newKeySet();
  private final Queue<InetSocketAddress> connections = new ConcurrentLinkedQueue<>();
  private volatile RedisURI uri;

  /**
   * Watches nobody yet.
   *
   * @param uri with Sentinels, or without: then there is nothing to watch
   * @param whenMoved told the address of the new master while there are connections to the old one
   */
  MasterWatch(RedisURI uri, Consumer<String> whenMoved) {
    this.asGiven = uri;
    this.uri = uri;
    this.whenMoved = whenMoved;
  }

  /** How to find the master: the Sentinel that told of the newest is asked first. */
  RedisURI uri() {
    return uri;
  }

  /** Notes which connections there are. */
  void heard(Event event) {
    if (event instanceof ConnectedEvent connected
        && connected.remoteAddress() instanceof InetSocketAddress address) {
      connections.add(address);
    } else if (event instanceof DisconnectedEvent disconnected
        && disconnected.remoteAddress() instanceof InetSocketAddress address) {
      connections.remove(address); // one of those to there
    }
  }

  /** Listens to those Sentinels that it does not listen to yet, as far as they are there. */
  void begin(RedisClient client) {
    for (RedisURI sentinel : asGiven.getSentinels()) {
      if (watched.add(sentinel)) {
        client
            .connectPubSubAsync(StringCodec.UTF8, sentinel)
            .thenCompose(connection -> listen(sentinel, connection))
            .whenComplete(
                (done, thrown) -> {
                  if (thrown != null) {
                    watched.remove(sentinel); // again with the next connection to a master
                    tellUnwatched(sentinel, thrown);
                  }
                });
      }
    }
  }

  private CompletionStage<Void> listen(
      RedisURI sentinel, StatefulRedisPubSubConnection<String, String> connection) {
    connection.addListener(
        new RedisPubSubAdapter<>() {
          @Override
          public void message(String channel, String text) {
            told(sentinel, channel, text);
          }
        });
    return connection
        .async()
        .subscribe(SWITCHED, PROMOTED)
        .whenComplete(
            (done, thrown) -> {
              if (thrown != null) {
                connection.closeAsync(); // the next attempt opens its own
              }
            });
  }

  /** One that is away is no news: another one tells. One that refuses will do so tomorrow. */
  private void tellUnwatched(RedisURI sentinel, Throwable thrown) {
    Throwable reason = FailureReason.innermost(thrown);
    String described = ServerUri.describe(sentinel);
    if (reason instanceof RedisCommandExecutionException && refusing.add(sentinel)) {
      LOG.warn(
          "Sentinel {}: the client may not subscribe to it ({}). After a planned failover a client that"
              + " hears of the new master from no Sentinel uses the old one for about ten seconds more:"
              + " two clients can then hold one lock. Grant +subscribe and the channels {} and {}",
          described,
          FailureReason.of(thrown),
          SWITCHED,
          PROMOTED);
    } else {
      LOG.debug("{} is not watched", described, thrown);
    }
  }

  /** By this Sentinel, of any of its masters. */
  void told(RedisURI by, String channel, String text) {
    Matcher words = (channel.equals(SWITCHED) ? SWITCH : PROMOTION).matcher(text);
    if (!words.matches() || !words.group("name").equals(asGiven.getSentinelMasterId())) {
      return; // of another master
    }
    askFirst(by);
    if (isConnectedTo(words.group("old"))) {
      whenMoved.accept(words.group("new").replace(' ', ':'));
    }
  }

  private void askFirst(RedisURI sentinel) {
    RedisURI copy = Connector.inTime(asGiven, asGiven.getTimeout());
    int index = asGiven.getSentinels().indexOf(sentinel);
    copy.getSentinels().add(0, copy.getSentinels().remove(index));
    uri = copy;
  }

  private boolean isConnectedTo(String hostAndPort) {
    return connections.stream()
        .anyMatch(
            one ->
                hostAndPort.equals(one.getHostString() + ' ' + one.getPort())
                    || hostAndPort.equals(ipOf(one) + ' ' + one.getPort()));
  }

  private static String ipOf(InetSocketAddress address) {
    return address.getAddress() == null ? "" : address.getAddress().getHostAddress();
  }
}
