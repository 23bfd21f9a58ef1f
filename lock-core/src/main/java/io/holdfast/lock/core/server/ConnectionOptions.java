package io.holdfast.lock.core.server;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SocketOptions.KeepAliveOptions;
import io.lettuce.core.SocketOptions.TcpUserTimeoutOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.resource.EpollProvider;
import java.time.Duration;
import java.util.Optional;

/** How Lettuce keeps a connection of ours. */
final class ConnectionOptions {

  /** How many requests may be on their way over one connection. */
  private static final int LONGEST_QUEUE = 100_000;

  /** A request that was redirected waits no longer for the next look at the topology. */
  private static final Duration LONGEST_BETWEEN_LOOKS = Duration.ofSeconds(1);

  private ConnectionOptions() {}

  /** For connections to this server, or to others that are reached as it is. */
  static ClientOptions of(RedisURI uri, ConnectionSettings settings) {
    Duration commandTimeout = settings.commandTimeout();
    ClientOptions.Builder options =
        ClientOptions.builder()
            .autoReconnect(true)
            // Never sends again what was in flight: the engine decides about repeats.
            .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
            .socketOptions(socket(uri, commandTimeout))
            // More than are ever under way at a server that answers; then requests fail at once.
            .requestQueueSize(LONGEST_QUEUE)
            .timeoutOptions(TimeoutOptions.enabled(commandTimeout));
    settings.ssl().ifPresent(options::sslOptions);
    LettuceFeatures.refuseMaintenance(options);
    return options.build();
  }

  /** For connections to the nodes of a cluster, this one of them. */
  static ClusterClientOptions ofCluster(RedisURI seed, ConnectionSettings settings) {
    return ClusterClientOptions.builder(of(seed, settings))
        .topologyRefreshOptions(refresh(settings.clusterRefresh()))
        // A request may be sent on to a master that has joined since the last look.
        .validateClusterNodeMembership(false)
        .build();
  }

  /** Looks at the topology as asked for, and whenever anything says that it has changed. */
  static ClusterTopologyRefreshOptions refresh(Optional<ClusterTopologyRefreshOptions> wished) {
    ClusterTopologyRefreshOptions.Builder options =
        LettuceFeatures.refreshWhenMoved(ClusterTopologyRefreshOptions.builder())
            .adaptiveRefreshTriggersTimeout(LONGEST_BETWEEN_LOOKS);
    wished.ifPresent(
        one -> {
          options
              .enablePeriodicRefresh(one.isPeriodicRefreshEnabled())
              .refreshPeriod(one.getRefreshPeriod())
              .dynamicRefreshSources(one.useDynamicRefreshSources())
              .closeStaleConnections(one.isCloseStaleConnections())
              .refreshTriggersReconnectAttempts(one.getRefreshTriggersReconnectAttempts());
          if (one.getAdaptiveRefreshTimeout().compareTo(LONGEST_BETWEEN_LOOKS) < 0) {
            options.adaptiveRefreshTriggersTimeout(one.getAdaptiveRefreshTimeout());
          }
        });
    return options.build();
  }

  private static SocketOptions socket(RedisURI uri, Duration commandTimeout) {
    SocketOptions.Builder socket = SocketOptions.builder().connectTimeout(commandTimeout);
    if (uri.getSocket() != null) {
      return socket.keepAlive(false).build(); // of TCP, which a Unix socket does not speak
    }
    if (!EpollProvider.isAvailable()) {
      // Not every JVM can set the times of keep-alive; the link and the inbox watch themselves.
      return socket.keepAlive(true).build();
    }
    // The kernel gives up a connection with unacknowledged data, which keep-alive does not see.
    return socket
        .tcpUserTimeout(
            TcpUserTimeoutOptions.builder().enable().tcpUserTimeout(Duration.ofSeconds(5)).build())
        .keepAlive(
            KeepAliveOptions.builder()
                .enable()
                .idle(Duration.ofSeconds(5))
                .interval(Duration.ofSeconds(1))
                .count(3)
                .build())
        .build();
  }
}
