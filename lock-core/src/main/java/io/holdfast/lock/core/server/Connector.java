package io.holdfast.lock.core.server;

import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.BaseRedisAsyncCommands;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Opens the connections of one Holdfast client: its own Lettuce client with its own options, on the
 * given resources. Its creator closes it; the resources stay open.
 */
public sealed interface Connector extends AutoCloseable
    permits StandaloneConnector, ClusterConnector {

  /** A handshake may take as long. */
  Duration SHORTEST_HANDSHAKE = Duration.ofSeconds(2);

  /** A connection for requests, and the commands that it offers. */
  record Commands(
      StatefulConnection<String, String> connection,
      RedisScriptingAsyncCommands<String, String> scripting,
      BaseRedisAsyncCommands<String, String> basic) {}

  /** To one server, or to the master that Sentinels name. Connects to nothing yet. */
  static Connector standalone(ClientResources resources, RedisURI uri, Duration commandTimeout) {
    return standalone(resources, uri, ConnectionSettings.of(commandTimeout));
  }

  /**
   * The same with other settings.
   *
   * @throws IllegalArgumentException if they do not go with the URI
   */
  static Connector standalone(
      ClientResources resources, RedisURI uri, ConnectionSettings settings) {
    requireTls(List.of(uri), settings);
    return new StandaloneConnector(
        resources, uri, named(uri, settings), ConnectionOptions.of(uri, settings));
  }

  /**
   * To a cluster with these seeds. Connects to nothing yet.
   *
   * @throws IllegalArgumentException if the settings do not go with the URIs
   */
  static Connector cluster(
      ClientResources resources, List<RedisURI> seeds, ConnectionSettings settings) {
    requireTls(seeds, settings);
    return new ClusterConnector(
        resources,
        seeds,
        seeds.stream().map(seed -> named(seed, settings)).toList(),
        ConnectionOptions.ofCluster(seeds.get(0), settings));
  }

  /** Or the options would be for nothing, and secrets go over the network as they are. */
  private static void requireTls(List<RedisURI> uris, ConnectionSettings settings) {
    if (settings.ssl().isEmpty()) {
      return;
    }
    for (RedisURI uri : uris) {
      if (!uri.isSsl()) {
        throw new IllegalArgumentException(
            "server URI '%s': does not use TLS, but the settings have ssl options. It must begin with rediss:// or rediss-sentinel://"
                .formatted(ServerUri.describe(uri)));
      }
    }
  }

  /** What is connected to: with the name of the settings, unless the URI has one. */
  private static RedisURI named(RedisURI uri, ConnectionSettings settings) {
    RedisURI copy = inTime(uri, handshake(settings.commandTimeout()));
    if (copy.getClientName() == null) {
      settings.name().ifPresent(copy::setClientName); // with HELLO, for which no right is needed
    }
    return copy;
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

  /** The node that is the master of this slot, as far as is known. */
  Optional<String> masterOf(int slot);

  /**
   * Opens a connection that listens at one node of a cluster. It does not connect again by itself.
   */
  CompletionStage<Listening> connectPubSubTo(String nodeId);

  /**
   * A connection that listens at one node.
   *
   * @param nodeId of the node
   */
  record Listening(String nodeId, StatefulRedisPubSubConnection<String, String> connection) {}

  /** One to the same server, with connections of its own. Connects to nothing yet. */
  Connector another();

  /** The connection to the node that has this key; of one server, the same one. */
  CompletionStage<Commands> nodeOf(Commands over, String key);

  /**
   * Waits until that many replicas have what was written over this connection to a node before, or
   * that time is over. Keeps what is sent behind it waiting.
   *
   * @param millis at least 1
   * @return how many have it
   */
  static CompletionStage<Long> waitForReplicas(
      StatefulConnection<String, String> node, int replicas, long millis) {
    return node instanceof StatefulRedisConnection<String, String> one
        ? one.async().waitForReplication(replicas, millis)
        : CompletableFuture.failedFuture(new IllegalArgumentException("no node: " + node));
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
    copy.setCredentialsProvider(UriCredentials.of(uri));
    copy.applySsl(uri); // of the Sentinels, too, if there were any yet: they have their own
    copy.setTimeout(longest);
    uri.getSentinels().forEach(one -> copy.getSentinels().add(inTime(one, longest)));
    return copy;
  }
}
