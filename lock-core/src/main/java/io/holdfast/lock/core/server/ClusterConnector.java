package io.holdfast.lock.core.server;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.event.AskRedirectionEvent;
import io.lettuce.core.cluster.event.ClusterTopologyChangedEvent;
import io.lettuce.core.cluster.event.MovedRedirectionEvent;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.cluster.topology.TopologyComparators;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.event.Event;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The nodes of a Redis Cluster, found from seeds. */
final class ClusterConnector implements Connector {

  private static final long LONGEST_WAIT_SECONDS = 1;

  private final RedisClusterClient client;
  private final String described;
  private volatile ConnectorListener listener = ConnectorListener.NONE;

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
    this.client = new Client(new TappedResources(resources, this::happened), seeds);
    client.setOptions(
        ClusterClientOptions.builder(options)
            .topologyRefreshOptions(
                ClusterTopologyRefreshOptions.builder()
                    .adaptiveRefreshTriggersTimeout(Duration.ofSeconds(1))
                    .build())
            .build());
    client.addListener(
        new RedisConnectionStateListener() {
          @Override
          public void onRedisConnected(RedisChannelHandler<?, ?> handler, SocketAddress peer) {
            pathOf(handler);
          }

          @Override
          public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
            pathOf(handler); // before anything can be sent over the next one
          }
        });
  }

  /** The connection to a node came or went; no request goes over that of an inbox. */
  private void pathOf(RedisChannelHandler<?, ?> handler) {
    if (!(handler instanceof StatefulRedisPubSubConnection)) {
      listener.pathChanged();
    }
  }

  /** By Lettuce; a redirected request is sent on after this. */
  private void happened(Event event) {
    FailedReconnect.reasonIn(event).ifPresent(listener::notReconnected);
    if (event instanceof MovedRedirectionEvent
        || event instanceof AskRedirectionEvent
        || event instanceof ClusterTopologyChangedEvent) {
      listener.pathChanged();
    }
  }

  /** Lettuce's, which says that the topology is another one before anybody uses it. */
  private final class Client extends RedisClusterClient {

    Client(ClientResources resources, List<RedisURI> seeds) {
      super(resources, seeds);
    }

    @Override
    protected Partitions determinePartitions(
        @Nullable Partitions current, Map<RedisURI, Partitions> views) {
      Partitions next = super.determinePartitions(current, views);
      if (current == null || TopologyComparators.isChanged(current, next)) {
        listener.pathChanged();
      }
      return next;
    }
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
  public void listen(ConnectorListener to) {
    listener = to;
  }

  @Override
  public String serverOf(Commands over, String key) {
    Partitions known =
        ((StatefulRedisClusterConnection<String, String>) over.connection()).getPartitions();
    RedisClusterNode node = known.getPartitionBySlot(SlotHash.getSlot(key));
    return node == null ? "nobody" : node.getUri().getHost() + ':' + node.getUri().getPort();
  }

  @Override
  public CompletionStage<Void> refreshTopology() {
    return client.refreshPartitionsAsync();
  }

  @Override
  public CompletionStage<Commands> connect() {
    return client
        .refreshPartitionsAsync()
        .thenCompose(known -> client.connectAsync(StringCodec.UTF8))
        .thenCompose(ClusterConnector::withAllMasters)
        .thenApply(
            connection -> {
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
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
  }
}
