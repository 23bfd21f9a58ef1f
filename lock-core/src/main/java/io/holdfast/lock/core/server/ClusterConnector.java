package io.holdfast.lock.core.server;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.event.MovedRedirectionEvent;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.event.Event;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The nodes of a Redis Cluster, found from seeds. */
final class ClusterConnector implements Connector {

  private static final long LONGEST_WAIT_SECONDS = 1;

  /**
   * Tells the connections that requests go over from those that Lettuce opens to each node for a
   * look at the topology: it is equal to the usual one, and another object.
   */
  private static final StringCodec REQUESTS = new StringCodec(StandardCharsets.UTF_8);

  private final ClientResources resources;
  private final List<RedisURI> known;
  private final List<RedisURI> seeds;
  private final ClusterClientOptions options;
  private final RedisClusterClient client;
  private final RedisClient listeners; // to single nodes
  private final String described;
  private final Addresses addresses;
  private final boolean isTls;
  private volatile boolean hasConnected; // so its URIs are right
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
      ClusterClientOptions options) {
    this.resources = resources;
    this.known = known;
    this.seeds = seeds;
    this.options = options;
    this.described = "cluster of " + known.stream().map(ServerUri::describe).toList();
    this.isTls = known.stream().anyMatch(RedisURI::isSsl);
    this.addresses = new Addresses(resources.addressResolverGroup());
    ClientResources tapped = new TappedResources(resources, addresses, this::happened);
    this.client = new ClusterClient(tapped, seeds, this::pathChanged);
    client.setOptions(options);
    this.listeners = new LeanClient(tapped);
    // Lettuce would subscribe to the channels of several slots at once, which a node refuses.
    listeners.setOptions(options.mutate().autoReconnect(false).build());
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

  /** A connection came or went: one for requests, and not one of an inbox, or a short look. */
  private void pathOf(RedisChannelHandler<?, ?> handler) {
    if (handler instanceof StatefulRedisConnectionImpl<?, ?> node && node.getCodec() == REQUESTS) {
      pathChanged();
    }
  }

  /** By Lettuce; a redirected request is sent on after this. */
  private void happened(Event event) {
    FailedReconnect.nameIn(event).ifPresent(addresses::failed);
    FailedReconnect.reasonIn(event).ifPresent(listener::notReconnected);
    if (event instanceof MovedRedirectionEvent) {
      pathChanged(); // after ASK the node that was asked first still has the slot
    }
  }

  private void pathChanged() {
    listener.pathChanged();
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
  public CompletionStage<Void> refreshTopology() {
    return client.refreshPartitionsAsync();
  }

  @Override
  public CompletionStage<Commands> connect() {
    return addresses
        .inTurn(client::refreshPartitionsAsync)
        .exceptionallyCompose(this::failed)
        .thenCompose(known -> client.connectAsync(REQUESTS))
        .thenCompose(ClusterConnector::withAllMasters)
        .thenApply(
            connection -> {
              hasConnected = true;
              Eviction.warnOf(connection.async(), describe());
              return new Commands(connection, connection.async(), connection.async());
            });
  }

  /**
   * Connects to every master now: otherwise the first request to each would be rejected, as there
   * is no connection yet and none is waited for.
   */
  private static CompletionStage<StatefulRedisClusterConnection<String, String>> withAllMasters(
      StatefulRedisClusterConnection<String, String> connection) {
    CompletableFuture<?>[] all = masters(connection).toArray(CompletableFuture<?>[]::new);
    // One that is away does not keep the others from being used.
    return CompletableFuture.allOf(all)
        .orTimeout(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)
        .handle((done, thrown) -> connection);
  }

  private static Stream<CompletableFuture<StatefulRedisConnection<String, String>>> masters(
      StatefulRedisClusterConnection<String, String> connection) {
    return connection.getPartitions().stream()
        .filter(node -> node.is(RedisClusterNode.NodeFlag.UPSTREAM) && !node.getSlots().isEmpty())
        .map(RedisClusterNode::getUri)
        .map(uri -> connection.getConnectionAsync(uri.getHost(), uri.getPort()));
  }

  private <T> CompletionStage<T> failed(Throwable thrown) {
    return CompletableFuture.failedFuture(
        hasConnected ? thrown : SchemeHint.explain(isTls, thrown));
  }

  @Override
  public List<CompletionStage<String>> ping(Commands over) {
    if (isClosed(over)) { // isOpen() tells of the connection to one of the nodes
      return List.of(CompletableFuture.failedFuture(new RedisException("Connection is closed")));
    }
    return over.connection() instanceof StatefulRedisClusterConnection<String, String> cluster
        ? masters(cluster)
            .<CompletionStage<String>>map(master -> master.thenCompose(node -> node.async().ping()))
            .toList()
        : List.of();
  }

  private static boolean isClosed(Commands over) {
    return over.connection() instanceof RedisChannelHandler<?, ?> handler && handler.isClosed();
  }

  @Override
  public CompletionStage<? extends StatefulRedisPubSubConnection<String, String>> connectPubSub() {
    return addresses
        .inTurn(client::refreshPartitionsAsync)
        .thenCompose(known -> client.connectPubSubAsync(StringCodec.UTF8));
  }

  @Override
  public Optional<String> masterOf(int slot) {
    return Optional.ofNullable(client.getPartitions().getMasterBySlot(slot))
        .map(RedisClusterNode::getNodeId);
  }

  @Override
  public CompletionStage<Listening> connectPubSubTo(String nodeId) {
    RedisClusterNode node = client.getPartitions().getPartitionByNodeId(nodeId);
    return node == null
        ? CompletableFuture.failedFuture(new RedisException("node %s is unknown".formatted(nodeId)))
        : listeners
            .connectPubSubAsync(StringCodec.UTF8, node.getUri())
            .thenApply(connection -> new Listening(nodeId, connection));
  }

  @Override
  public Connector another() {
    return new ClusterConnector(resources, known, seeds, options);
  }

  @Override
  public CompletionStage<Commands> nodeOf(Commands over, String key) {
    return node(over, key).thenApply(node -> new Commands(node, node.async(), node.async()));
  }

  private static CompletionStage<StatefulRedisConnection<String, String>> node(
      Commands over, String key) {
    if (!(over.connection() instanceof StatefulRedisClusterConnection<String, String> cluster)) {
      return CompletableFuture.failedFuture(new IllegalArgumentException("not of this: " + over));
    }
    RedisClusterNode master = cluster.getPartitions().getMasterBySlot(SlotHash.getSlot(key));
    if (master == null) {
      return CompletableFuture.failedFuture(
          new RedisException("no master of the slot of '%s' is known".formatted(key)));
    }
    RedisURI address = master.getUri();
    return cluster.getConnectionAsync(address.getHost(), address.getPort());
  }

  @Override
  public void close() {
    listeners.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
  }
}
