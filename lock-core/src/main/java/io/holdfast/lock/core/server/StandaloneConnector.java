package io.holdfast.lock.core.server;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** One server, or the master that Sentinels name. */
final class StandaloneConnector implements Connector {

  private final ClientResources resources;
  private final RedisURI known;
  private final RedisURI uri;
  private final ClientOptions options;
  private final RedisClient client;
  private final String described;
  private final MasterWatch watch;
  private final Addresses addresses;
  private volatile boolean hasConnected; // so its URI is right
  private volatile ConnectorListener listener = ConnectorListener.NONE;

  /**
   * Connects to nothing yet.
   *
   * @param known what people know the server by
   */
  StandaloneConnector(
      ClientResources resources, RedisURI known, RedisURI uri, ClientOptions options) {
    this.resources = resources;
    this.known = known;
    this.uri = uri;
    this.options = options;
    this.described = ServerUri.describe(known);
    this.watch = new MasterWatch(uri, master -> listener.masterMoved(master));
    this.addresses = new Addresses(resources.addressResolverGroup());
    this.client =
        new LeanClient(
            new TappedResources(
                resources,
                addresses,
                event -> {
                  watch.heard(event);
                  FailedReconnect.nameIn(event).ifPresent(addresses::failed);
                  FailedReconnect.reasonIn(event)
                      .ifPresent(reason -> listener.notReconnected(reason));
                }));
    client.setOptions(options);
  }

  @Override
  public boolean isCluster() {
    return false;
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
    return CompletableFuture.completedFuture(null); // Sentinels are asked for each connection
  }

  @Override
  public CompletionStage<Commands> connect() {
    return addresses
        .inTurn(() -> client.connectAsync(StringCodec.UTF8, watch.uri()))
        .exceptionallyCompose(this::failed)
        .thenApply(
            connection -> {
              hasConnected = true;
              watch.begin(client);
              Eviction.warnOf(connection.async(), describe());
              return new Commands(connection, connection.async(), connection.async());
            });
  }

  private <T> CompletionStage<T> failed(Throwable thrown) {
    return CompletableFuture.failedFuture(
        hasConnected ? thrown : SchemeHint.explain(watch.uri().isSsl(), thrown));
  }

  @Override
  public List<CompletionStage<String>> ping(Commands over) {
    return over.connection() instanceof StatefulRedisConnection<String, String> server
        ? List.of(server.async().ping())
        : List.of();
  }

  @Override
  public CompletionStage<? extends StatefulRedisPubSubConnection<String, String>> connectPubSub() {
    return addresses.inTurn(() -> client.connectPubSubAsync(StringCodec.UTF8, watch.uri()));
  }

  @Override
  public Optional<String> masterOf(int slot) {
    return Optional.empty();
  }

  @Override
  public CompletionStage<Listening> connectPubSubTo(String nodeId) {
    return CompletableFuture.failedFuture(new RedisException("a single server has no nodes"));
  }

  @Override
  public Connector another() {
    return new StandaloneConnector(resources, known, uri, options);
  }

  @Override
  public CompletionStage<Commands> nodeOf(Commands over, String key) {
    return CompletableFuture.completedFuture(over);
  }

  @Override
  public void close() {
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
  }
}
