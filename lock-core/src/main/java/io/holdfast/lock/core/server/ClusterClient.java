package io.holdfast.lock.core.server;

import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.cluster.ClusterPushHandler;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.StatefulRedisClusterConnectionImpl;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.topology.TopologyComparators;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.json.JsonParser;
import io.lettuce.core.protocol.PushHandler;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lettuce's client of a cluster, which says that the topology is another one before and after it is
 * in use. Lettuce calls it on any of its threads.
 */
final class ClusterClient extends RedisClusterClient {

  private final Runnable pathChanged;
  private volatile @Nullable Partitions inUse; // a copy, as of the last word

  /**
   * Connects to nothing yet.
   *
   * @param pathChanged run when requests may go another way from now on
   */
  ClusterClient(ClientResources resources, List<RedisURI> seeds, Runnable pathChanged) {
    super(resources, seeds);
    this.pathChanged = pathChanged;
  }

  @Override
  protected <K, V> StatefulRedisConnectionImpl<K, V> newStatefulRedisConnection(
      RedisChannelWriter writer,
      PushHandler pushes,
      RedisCodec<K, V> codec,
      Duration timeout,
      Supplier<JsonParser> parser) {
    try {
      return new LeanConnections.ToServer<>(writer, pushes, codec, timeout, parser);
    } catch (LinkageError e) { // of a later Lettuce
      return super.newStatefulRedisConnection(writer, pushes, codec, timeout, parser);
    }
  }

  @Override
  protected <V, K> StatefulRedisClusterConnectionImpl<K, V> newStatefulRedisClusterConnection(
      RedisChannelWriter writer,
      ClusterPushHandler pushes,
      RedisCodec<K, V> codec,
      Duration timeout,
      Supplier<JsonParser> parser) {
    try {
      return new LeanConnections.ToCluster<>(writer, pushes, codec, timeout, parser);
    } catch (LinkageError e) { // of a later Lettuce
      return super.newStatefulRedisClusterConnection(writer, pushes, codec, timeout, parser);
    }
  }

  @Override
  protected Partitions determinePartitions(
      @Nullable Partitions current, Map<RedisURI, Partitions> views) {
    Partitions next = super.determinePartitions(current, views);
    if (current == null || TopologyComparators.isChanged(current, next)) {
      pathChanged.run();
    }
    return next;
  }

  /** The topology is in use. What was sent since the first word may have gone the old way. */
  @Override
  protected void updatePartitionsInConnections() {
    Partitions now = getPartitions();
    Partitions before = inUse;
    if (before == null || TopologyComparators.isChanged(before, now)) {
      pathChanged.run();
      inUse = now.clone();
    }
    super.updatePartitionsInConnections();
  }
}
