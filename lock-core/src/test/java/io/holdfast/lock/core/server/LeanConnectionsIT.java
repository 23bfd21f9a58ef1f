package io.holdfast.lock.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.TestServer;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RedisServerExtension.class)
class LeanConnectionsIT {

  private final ClientResources resources = DefaultClientResources.create();
  private final LeanClient client = new LeanClient(resources);
  private RedisURI uri = new RedisURI();

  @BeforeEach
  void server(TestServer shared) {
    uri = RedisURI.create(shared.uri());
  }

  @AfterEach
  void close() {
    client.shutdown();
    resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  @Test
  void connect_connection_makesSynchronousCommandsWhenFirstAskedForThem() {
    try (StatefulRedisConnection<String, String> connection =
        client.connect(StringCodec.UTF8, uri)) {
      assertThat(connection).hasFieldOrPropertyWithValue("made", null);

      assertThat(connection.sync().ping()).isEqualTo("PONG");
      assertThat(connection.sync()).isSameAs(connection.sync());
      assertThat(connection.async().ping().toCompletableFuture().join()).isEqualTo("PONG");
    }
  }

  @Test
  void connectPubSub_connection_makesSynchronousCommandsWhenFirstAskedForThem() {
    try (StatefulRedisPubSubConnection<String, String> connection =
        client.connectPubSub(StringCodec.UTF8, uri)) {
      assertThat(connection).hasFieldOrPropertyWithValue("made", null);

      connection.sync().subscribe("lean");
      assertThat(connection.sync()).isSameAs(connection.sync());
      assertThat(connection.sync().pubsubChannels()).contains("lean");
    }
  }
}
