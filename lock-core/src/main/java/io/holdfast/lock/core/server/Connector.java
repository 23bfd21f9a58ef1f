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

  /** A connection for requests, and the commands that it offers. */
  record Commands(
      StatefulConnection<String, String> connection,
      RedisScriptingAsyncCommands<String, String> scripting) {}

  /** To one server, or to the master that Sentinels name. Connects to nothing yet. */
  static Connector standalone(ClientResources resources, RedisURI uri, Duration commandTimeout) {
    return new StandaloneConnector(resources, uri, options(commandTimeout));
  }

  /** To a cluster with these seeds. Connects to nothing yet. */
  static Connector cluster(
      ClientResources resources, List<RedisURI> seeds, Duration commandTimeout) {
    return new ClusterConnector(resources, seeds, options(commandTimeout));
  }

  /** Whether PUBLISH counts the listeners of one node only. */
  boolean isCluster();

  /** The server, for people; without its password. */
  String describe();

  /** Opens a connection for requests. */
  CompletionStage<Commands> connect();

  /** Opens a connection for an inbox. */
  CompletionStage<? extends StatefulRedisPubSubConnection<String, String>> connectPubSub();

  /** Closes what is left of its connections. */
  @Override
  void close();

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
        .timeoutOptions(TimeoutOptions.enabled(commandTimeout))
        .build();
  }
}
