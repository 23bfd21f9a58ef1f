package io.holdfast.lock.core.server;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SocketOptions.KeepAliveOptions;
import io.lettuce.core.SocketOptions.TcpUserTimeoutOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.EpollProvider;
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

  /** How many requests may be on their way over one connection. */
  int LONGEST_QUEUE = 100_000;

  /** A connection for requests, and the commands that it offers. */
  record Commands(
      StatefulConnection<String, String> connection,
      RedisScriptingAsyncCommands<String, String> scripting) {}

  /** To one server, or to the master that Sentinels name. Connects to nothing yet. */
  static Connector standalone(ClientResources resources, RedisURI uri, Duration commandTimeout) {
    return new StandaloneConnector(
        resources, uri, inTime(uri, handshake(commandTimeout)), options(commandTimeout));
  }

  /** To a cluster with these seeds. Connects to nothing yet. */
  static Connector cluster(
      ClientResources resources, List<RedisURI> seeds, Duration commandTimeout) {
    List<RedisURI> inTime =
        seeds.stream().map(seed -> inTime(seed, handshake(commandTimeout))).toList();
    return new ClusterConnector(resources, seeds, inTime, options(commandTimeout));
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

  /** Opens a connection for an inbox. */
  CompletionStage<? extends StatefulRedisPubSubConnection<String, String>> connectPubSub();

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
    copy.setDriverInfo(uri.getDriverInfo());
    copy.applyAuthentication(uri);
    if (uri.getLibraryVersion() != null) {
      copy.setLibraryVersion(uri.getLibraryVersion());
    }
    copy.applySsl(uri); // of the Sentinels, too, if there were any yet: they have their own
    copy.setTimeout(longest);
    uri.getSentinels().forEach(one -> copy.getSentinels().add(inTime(one, longest)));
    return copy;
  }

  private static ClientOptions options(Duration commandTimeout) {
    SocketOptions.Builder socket = SocketOptions.builder().connectTimeout(commandTimeout);
    if (EpollProvider.isAvailable()) {
      // The kernel gives up a connection with unacknowledged data, which keep-alive does not see.
      socket.tcpUserTimeout(
          TcpUserTimeoutOptions.builder().enable().tcpUserTimeout(Duration.ofSeconds(5)).build());
      socket.keepAlive(
          KeepAliveOptions.builder()
              .enable()
              .idle(Duration.ofSeconds(5))
              .interval(Duration.ofSeconds(1))
              .count(3)
              .build());
    } else {
      // Not every JVM can set the times of keep-alive; the link and the inbox watch themselves.
      socket.keepAlive(true);
    }
    return ClientOptions.builder()
        .autoReconnect(true)
        // Never sends again what was in flight: the engine decides about repeats.
        .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
        .maintNotificationsConfig(MaintNotificationsConfig.disabled())
        .socketOptions(socket.build())
        // Far more than are ever under way at a server that answers; then requests fail at once.
        .requestQueueSize(LONGEST_QUEUE)
        .timeoutOptions(TimeoutOptions.enabled(commandTimeout))
        .build();
  }
}
