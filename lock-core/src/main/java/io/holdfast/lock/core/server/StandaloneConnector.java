package io.holdfast.lock.core.server;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import reactor.core.Disposable;
import reactor.core.Disposables;

/** One server, or the master that Sentinels name. */
final class StandaloneConnector implements Connector {

  private final RedisClient client;
  private final String described;
  private final Disposable.Composite listening = Disposables.composite();
  private final RedisURI uri;

  /**
   * Connects to nothing yet.
   *
   * @param known what people know the server by
   */
  StandaloneConnector(
      ClientResources resources, RedisURI known, RedisURI uri, ClientOptions options) {
    this.described = ServerUri.describe(known);
    this.uri = uri;
    this.client = RedisClient.create(resources);
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
  public void whenNotReconnected(Consumer<Throwable> then) {
    listening.add(FailedReconnects.listen(client.getResources(), () -> List.of(uri), then));
  }

  @Override
  public CompletionStage<Commands> connect() {
    return client
        .connectAsync(StringCodec.UTF8, uri)
        .thenApply(
            connection -> {
              Eviction.warnOf(connection.async(), describe());
              return new Commands(connection, connection.async());
            });
  }

  @Override
  public CompletionStage<? extends StatefulRedisPubSubConnection<String, String>> connectPubSub() {
    return client.connectPubSubAsync(StringCodec.UTF8, uri);
  }

  @Override
  public void close() {
    listening.dispose();
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
  }
}
