package io.holdfast.lock.core.server;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The nodes of a Redis Cluster, found from seeds. */
final class ClusterConnector implements Connector {

  private final RedisClusterClient client;
  private final List<RedisURI> seeds;

  ClusterConnector(ClientResources resources, List<RedisURI> seeds, ClientOptions options) {
    this.seeds = List.copyOf(seeds);
    this.client = RedisClusterClient.create(resources, seeds);
    client.setOptions(ClusterClientOptions.builder(options).build());
  }

  @Override
  public boolean isCluster() {
    return true;
  }

  @Override
  public String describe() {
    return "cluster of " + seeds;
  }

  @Override
  public CompletionStage<Commands> connect() {
    return client
        .refreshPartitionsAsync()
        .thenCompose(known -> client.connectAsync(StringCodec.UTF8))
        .thenApply(connection -> new Commands(connection, connection.async()));
  }

  @Override
  public CompletionStage<? extends StatefulRedisPubSubConnection<String, String>> connectPubSub() {
    return client
        .refreshPartitionsAsync()
        .thenCompose(known -> client.connectPubSubAsync(StringCodec.UTF8));
  }

  @Override
  public void close() {
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
  }
}
