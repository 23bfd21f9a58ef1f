package io.holdfast.lock.core.server;

import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.ClusterPushHandler;
import io.lettuce.core.cluster.StatefulRedisClusterConnectionImpl;
import io.lettuce.core.cluster.api.sync.RedisAdvancedClusterCommands;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.json.JsonParser;
import io.lettuce.core.protocol.PushHandler;
import io.lettuce.core.pubsub.PubSubEndpoint;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnectionImpl;
import io.lettuce.core.pubsub.api.sync.RedisPubSubCommands;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lettuce's connections, but their synchronous commands are made when they are first asked for.
 * Holdfast sends all it has to send by the asynchronous ones.
 */
final class LeanConnections {

  /*
   * Lettuce makes the synchronous commands of a connection in its constructor. They are a proxy of
   * interfaces with a thousand methods, and each method is looked up by reflection. In a JVM that
   * has just started this takes longer than all else until the first lock is held.
   *
   * The constructors of Lettuce call new…CommandsImpl() before the fields of these classes are set.
   * So the fields have no initializers.
   */

  private LeanConnections() {}

  /** For requests to one server, or to one node. */
  static final class ToServer<K, V> extends StatefulRedisConnectionImpl<K, V> {

    private volatile @Nullable RedisCommands<K, V> made; // if twice at a time, either will do

    ToServer(
        RedisChannelWriter writer,
        PushHandler pushes,
        RedisCodec<K, V> codec,
        Duration timeout,
        Supplier<JsonParser> parser) {
      super(writer, pushes, codec, timeout, parser);
    }

    @Override
    protected @Nullable RedisCommands<K, V> newRedisSyncCommandsImpl() {
      return null;
    }

    @Override
    public RedisCommands<K, V> sync() {
      RedisCommands<K, V> commands = made;
      if (commands == null) {
        commands = super.newRedisSyncCommandsImpl();
        made = commands;
      }
      return commands;
    }
  }

  /** For messages from one server, or from one node. */
  static final class OfChannels<K, V> extends StatefulRedisPubSubConnectionImpl<K, V> {

    private volatile @Nullable RedisPubSubCommands<K, V> made; // if twice at a time, either will do

    OfChannels(
        PubSubEndpoint<K, V> endpoint,
        RedisChannelWriter writer,
        RedisCodec<K, V> codec,
        Duration timeout) {
      super(endpoint, writer, codec, timeout);
    }

    @Override
    protected @Nullable RedisPubSubCommands<K, V> newRedisSyncCommandsImpl() {
      return null;
    }

    @Override
    public RedisPubSubCommands<K, V> sync() {
      RedisPubSubCommands<K, V> commands = made;
      if (commands == null) {
        commands = super.newRedisSyncCommandsImpl();
        made = commands;
      }
      return commands;
    }
  }

  /** For requests to a cluster. */
  static final class ToCluster<K, V> extends StatefulRedisClusterConnectionImpl<K, V> {

    private volatile @Nullable RedisAdvancedClusterCommands<K, V>
        made; // if twice at a time, either will do

    ToCluster(
        RedisChannelWriter writer,
        ClusterPushHandler pushes,
        RedisCodec<K, V> codec,
        Duration timeout,
        Supplier<JsonParser> parser) {
      super(writer, pushes, codec, timeout, parser);
    }

    @Override
    protected @Nullable RedisAdvancedClusterCommands<K, V> newRedisAdvancedClusterCommandsImpl() {
      return null;
    }

    @Override
    public RedisAdvancedClusterCommands<K, V> sync() {
      RedisAdvancedClusterCommands<K, V> commands = made;
      if (commands == null) {
        commands = super.newRedisAdvancedClusterCommandsImpl();
        made = commands;
      }
      return commands;
    }
  }
}
