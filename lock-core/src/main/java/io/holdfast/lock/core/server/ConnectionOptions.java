package io.holdfast.lock.core.server;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SocketOptions.KeepAliveOptions;
import io.lettuce.core.SocketOptions.TcpUserTimeoutOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.resource.EpollProvider;
import java.time.Duration;

/** How Lettuce keeps a connection of ours. */
final class ConnectionOptions {

  /** How many requests may be on their way over one connection. */
  private static final int LONGEST_QUEUE = 100_000;

  private ConnectionOptions() {}

  /** For connections to this server, or to others that are reached as it is. */
  static ClientOptions of(RedisURI uri, Duration commandTimeout) {
    ClientOptions.Builder options =
        ClientOptions.builder()
            .autoReconnect(true)
            // Never sends again what was in flight: the engine decides about repeats.
            .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
            .socketOptions(socket(uri, commandTimeout))
            // More than are ever under way at a server that answers; then requests fail at once.
            .requestQueueSize(LONGEST_QUEUE)
            .timeoutOptions(TimeoutOptions.enabled(commandTimeout));
    LettuceFeatures.refuseMaintenance(options);
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
