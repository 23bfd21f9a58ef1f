package io.holdfast.lock.core.server;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Opens the connections of one Holdfast client: its own Lettuce client with its own options, on the
 * given resources. Whoever creates it closes it; the resources stay open.
 */
public sealed interface Connector extends AutoCloseable
    permits StandaloneConnector, ClusterConnector {

  /** A handshake may take as long. */
  Duration SHORTEST_HANDSHAKE = Duration.ofSeconds(2);

  /** A connection for requests, and the commands that it offers. */
  record Commands(
      StatefulConnection<String, String> connection,
      RedisScriptingAsyncCommands<String, String> scripting) {}

  /** To one server, or to the master that Sentinels name. Connects to nothing yet. */
  static Connector standalone(ClientResources resources, RedisURI uri, Duration commandTimeout) {
    return new StandaloneConnector(
        resources,
        uri,
        inTime(uri, handshake(commandTimeout)),
        ConnectionOptions.of(uri, commandTimeout));
  }

  /** To a cluster with these seeds. Connects to nothing yet. */
  static Connector cluster(
      ClientResources resources, List<RedisURI> seeds, Duration commandTimeout) {
    List<RedisURI> inTime =
        seeds.stream().map(seed -> inTime(seed, handshake(commandTimeout))).toList();
    return new ClusterConnector(
        resources, seeds, inTime, ConnectionOptions.of(seeds.get(0), commandTimeout));
  }

  /** Whether PUBLISH counts the listeners of one node only. */
  boolean isCluster();

  /** The server, for people; without its password. */
  String describe();

  /** Has this told from now on. Called once, before it connects. */
  void listen(ConnectorListener listener);

  /** Finds out which server has which keys now, for all connections. */
  CompletionStage<Void> refreshTopology();

  /** Opens a connection for requests. */
  CompletionStage<Commands> connect();

  /** Asks whether the server is there, or each master of a cluster. */
  List<CompletionStage<String>> ping(Commands over);

  /** Opens a connection for an inbox. */
  CompletionStage<? extends StatefulRedisPubSubConnection<String, String>> connectPubSub();

  /** One to the same server, with connections of its own. Connects to nothing yet. */
  Connector another();

  /**
   * Waits until that many replicas have what was executed before, or that time is over. Keeps what is
   * sent behind it over this connection waiting.
   *
   * @param key tells the node in a cluster
   * @param millis at least 1
   * @return how many have it
   */
  CompletionStage<Long> waitForReplicas(Commands over, String key, int replicas, long millis);

  /**
   * The same of one server. {@code WAIT} is for what the same connection has sent: a {@code PING}
   * stands for all that was executed before.
   */
  static CompletionStage<Long> waitForReplicas(
      StatefulRedisConnection<String, String> over, int replicas, long millis) {
    RedisFuture<String> mark = over.async().ping();
    return over.async()
        .waitForReplication(replicas, millis)
        .thenCombine(mark, (count, pong) -> count);
  }

  /** Closes what is left of its connections. */
  @Override
  void close();

  /** However short the command time-out is: a cold JVM is slow. */
  private static Duration handshake(Duration commandTimeout) {
    return commandTimeout.compareTo(SHORTEST_HANDSHAKE) > 0 ? commandTimeout : SHORTEST_HANDSHAKE;
  }

  /**
   * The same server, where a handshake ends within this time: within that of the URI, a minute by
   * default, a path that swallows what is sent would keep a new connection from being tried.
   */
  static RedisURI inTime(RedisURI uri, Duration longest) {
    RedisURI copy = new DiscreetUri(); // the builder that takes one leaves its Sentinels out
    copy.setHost(uri.getHost());
    copy.setPort(uri.getPort());
    copy.setSocket(uri.getSocket());
    copy.setSentinelMasterId(uri.getSentinelMasterId());
    copy.setDatabase(uri.getDatabase());
    copy.setClientName(uri.getClientName());
    LettuceFeatures.copyDriver(uri, copy);
    copy.applyAuthentication(uri);
    copy.applySsl(uri); // of the Sentinels, too, if there were any yet: they have their own
    copy.setTimeout(longest);
    uri.getSentinels().forEach(one -> copy.getSentinels().add(inTime(one, longest)));
    return copy;
  }
}
