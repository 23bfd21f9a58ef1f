package io.holdfast.lock.core.server;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import reactor.core.Disposable;
import reactor.core.Disposables;

/** The nodes of a Redis Cluster, found from seeds. */
final class ClusterConnector implements Connector {

  private static final long LONGEST_WAIT_SECONDS = 1;

  private final RedisClusterClient client;
  private final String described;
  private volatile List<RedisURI> nodes = List.of(); // as of the last connection
  private final Disposable.Composite listening = Disposables.composite();

  /**
   * Connects to nothing yet.
   *
   * @param known what people know the cluster by
   */
  ClusterConnector(
      ClientResources resources,
      List<RedisURI> known,
      List<RedisURI> seeds,
      ClientOptions options) {
    this.described = "cluster of " + known.stream().map(ServerUri::describe).toList();
    this.client = RedisClusterClient.create(resources, seeds);
    client.setOptions(ClusterClientOptions.builder(options).build());
  }

  @Override
  public boolean isCluster() {
    return true;
  }

  @Override
  public String describe() {
    return described;
  }

  @Override
  public void whenNotReconnected(Consumer<Throwable> then) {
    listening.add(FailedReconnects.listen(client.getResources(), () -> nodes, then));
  }

  @Override
  public CompletionStage<Commands> connect() {
    return client
        .refreshPartitionsAsync()
        .thenCompose(known -> client.connectAsync(StringCodec.UTF8))
        .thenCompose(ClusterConnector::withAllMasters)
        .thenApply(
            connection -> {
              nodes = connection.getPartitions().stream().map(RedisClusterNode::getUri).toList();
              Eviction.warnOf(connection.async(), describe());
              return new Commands(connection, connection.async());
            });
  }

  /**
   * Connects to every master now: otherwise the first request to each would be rejected, as there
   * is no connection yet and none is waited for.
   */
  private static CompletionStage<StatefulRedisClusterConnection<String, String>> withAllMasters(
      StatefulRedisClusterConnection<String, String> connection) {
    CompletableFuture<?>[] all =
        connection.getPartitions().stream()
            .filter(
                node -> node.is(RedisClusterNode.NodeFlag.UPSTREAM) && !node.getSlots().isEmpty())
            .map(RedisClusterNode::getUri)
            .map(uri -> connection.getConnectionAsync(uri.getHost(), uri.getPort()))
            .toArray(CompletableFuture<?>[]::new);
    // One that is away does not keep the others from being used.
    return CompletableFuture.allOf(all)
        .orTimeout(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)
        .handle((done, thrown) -> connection);
  }

  @Override
  public CompletionStage<? extends StatefulRedisPubSubConnection<String, String>> connectPubSub() {
    return client
        .refreshPartitionsAsync()
        .thenCompose(known -> client.connectPubSubAsync(StringCodec.UTF8));
  }

  @Override
  public void close() {
    listening.dispose();
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
  }
}
