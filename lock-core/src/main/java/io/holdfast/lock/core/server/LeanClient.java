package io.holdfast.lock.core.server;

import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.protocol.PushHandler;
import io.lettuce.core.pubsub.PubSubEndpoint;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnectionImpl;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;

/**
 * Lettuce's client of one server, whose connections are {@linkplain LeanConnections lean}, or
 * Lettuce's own if a later Lettuce does not let them be made. Those to Sentinels are Lettuce's own.
 */
final class LeanClient extends RedisClient {

  /** Without a server: each connection names its own. */
  LeanClient(ClientResources resources) {
    super(resources, new RedisURI());
  }

  @Override
  protected <K, V> StatefulRedisConnectionImpl<K, V> newStatefulRedisConnection(
      RedisChannelWriter writer, PushHandler pushes, RedisCodec<K, V> codec, Duration timeout) {
    try {
      return new LeanConnections.ToServer<>(
          writer, pushes, codec, timeout, getOptions().getJsonParser());
    } catch (LinkageError e) { // of a later Lettuce
      return super.newStatefulRedisConnection(writer, pushes, codec, timeout);
    }
  }

  @Override
  protected <K, V> StatefulRedisPubSubConnectionImpl<K, V> newStatefulRedisPubSubConnection(
      PubSubEndpoint<K, V> endpoint,
      RedisChannelWriter writer,
      RedisCodec<K, V> codec,
      Duration timeout) {
    try {
      return new LeanConnections.OfChannels<>(endpoint, writer, codec, timeout);
    } catch (LinkageError e) { // of a later Lettuce
      return super.newStatefulRedisPubSubConnection(endpoint, writer, codec, timeout);
    }
  }
}
