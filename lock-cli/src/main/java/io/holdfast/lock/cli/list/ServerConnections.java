package io.holdfast.lock.cli.list;

import io.holdfast.lock.cli.ServerOptions;
import io.holdfast.lock.core.HoldfastClient;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SslOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The two ways to one server: a client of the library, and a connection for commands of our own.
 * They open and close together.
 *
 * @param client for what the library tells
 * @param redis has the other connection
 * @param commands over that connection; of a single server, too
 */
record ServerConnections(
    HoldfastClient client, AbstractRedisClient redis, RedisClusterCommands<String, String> commands)
    implements AutoCloseable {

  /**
   * Connects both.
   *
   * @param whileAway what commands do while a single server is not connected
   * @param patience how long an answer may take; the usual time if empty
   */
  static ServerConnections open(
      ServerOptions server,
      ClientOptions.DisconnectedBehavior whileAway,
      Optional<Duration> patience) {
    Optional<SslOptions> ssl = server.ssl(); // refused before there is anything to shut down
    if (server.isCluster()) {
      RedisClusterClient redis = RedisClusterClient.create(server.redis());
      ClusterClientOptions.Builder options = ClusterClientOptions.builder();
      ssl.ifPresent(options::sslOptions);
      redis.setOptions(options.build()); // queues: a node is connected by its first command
      return open(server, redis, () -> withTimeout(redis.connect(), patience).sync());
    }
    RedisClient redis = RedisClient.create(server.redis());
    ClientOptions.Builder options = ClientOptions.builder();
    ssl.ifPresent(options::sslOptions);
    redis.setOptions(options.disconnectedBehavior(whileAway).build());
    return open(server, redis, () -> withTimeout(redis.connect(), patience).sync());
  }

  private static <C extends StatefulConnection<String, String>> C withTimeout(
      C connection, Optional<Duration> patience) {
    patience.ifPresent(connection::setTimeout);
    return connection;
  }

  private static ServerConnections open(
      ServerOptions server,
      AbstractRedisClient redis,
      Supplier<RedisClusterCommands<String, String>> connect) {
    try {
      HoldfastClient client = server.connect();
      try {
        return new ServerConnections(client, redis, connect.get());
      } catch (RuntimeException e) {
        client.close();
        throw e;
      }
    } catch (RuntimeException e) {
      shutDown(redis);
      throw e;
    }
  }

  private static void shutDown(AbstractRedisClient redis) {
    redis.shutdown(Duration.ZERO, Duration.ofSeconds(2));
  }

  @Override
  public void close() {
    shutDown(redis);
    client.close();
  }
}
