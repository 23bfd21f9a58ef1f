package io.holdfast.lock.core.server;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ConnectionFuture;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A connector whose inbox connections are those of a test. */
public final class ModelConnections {

  private ModelConnections() {}

  /** Asks the supplier for each connection. */
  public static Connector of(
      ClientResources resources,
      Supplier<CompletableFuture<StatefulRedisPubSubConnection<String, String>>> connections) {
    RedisURI nowhere = RedisURI.create("redis://127.0.0.1:1");
    StandaloneConnector connector =
        new StandaloneConnector(resources, nowhere, nowhere, ClientOptions.create());
    try {
      Field client = StandaloneConnector.class.getDeclaredField("client");
      client.setAccessible(true);
      client.set(connector, new Client(resources, nowhere, connections));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("StandaloneConnector has no client any more", e);
    }
    return connector;
  }

  private static final class Client extends RedisClient {

    private final Supplier<CompletableFuture<StatefulRedisPubSubConnection<String, String>>>
        connections;

    Client(
        ClientResources resources,
        RedisURI uri,
        Supplier<CompletableFuture<StatefulRedisPubSubConnection<String, String>>> connections) {
      super(resources, uri);
      this.connections = connections;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public <K, V> ConnectionFuture<StatefulRedisPubSubConnection<K, V>> connectPubSubAsync(
        RedisCodec<K, V> codec, RedisURI uri) {
      return ConnectionFuture.from(
          InetSocketAddress.createUnresolved("nowhere", 1), (CompletableFuture) connections.get());
    }
  }
}
