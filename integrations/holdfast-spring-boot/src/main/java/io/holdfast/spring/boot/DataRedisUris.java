package io.holdfast.spring.boot;

import io.lettuce.core.RedisURI;
import io.lettuce.core.StaticCredentialsProvider;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Cluster;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Node;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Sentinel;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Standalone;

/** Makes addresses of what {@code spring.data.redis} says. */
final class DataRedisUris {

  private final DataRedisConnectionDetails details;
  private final HoldfastProperties properties;
  private final boolean ssl;

  DataRedisUris(DataRedisConnectionDetails details, HoldfastProperties properties, boolean ssl) {
    this.details = details;
    this.properties = properties;
    this.ssl = ssl;
  }

  /**
   * The server.
   *
   * @throws HoldfastConfigurationException if it is one that Holdfast cannot use
   */
  HoldfastServer server() {
    if (details.getMasterReplica() != null) {
      throw new HoldfastConfigurationException(
          "spring.data.redis.masterreplica.nodes",
          "Holdfast does not support a fixed list of a master and its replicas: it cannot tell which node is"
              + " the master after a failover, so two clients could hold one lock.",
          "Set holdfast.url to the master, or use Sentinel or Redis Cluster.");
    }
    Sentinel sentinel = details.getSentinel();
    if (sentinel != null) {
      return HoldfastServer.of(ofSentinel(sentinel));
    }
    Cluster cluster = details.getCluster();
    Standalone standalone = details.getStandalone();
    if (cluster != null) {
      refuseDatabase(standalone);
      return HoldfastServer.clusterOf(cluster.getNodes().stream().map(this::ofNode).toList());
    }
    if (standalone == null) {
      throw new HoldfastConfigurationException(
          "spring.data.redis",
          "The DataRedisConnectionDetails bean names no server.",
          "Set holdfast.url.");
    }
    RedisURI uri = ofNode(new Node(standalone.getHost(), standalone.getPort()));
    uri.setDatabase(standalone.getDatabase());
    return HoldfastServer.of(uri);
  }

  private static void refuseDatabase(@Nullable Standalone standalone) {
    if (standalone != null && standalone.getDatabase() != 0) {
      throw new HoldfastConfigurationException(
          "spring.data.redis.database",
          "The database is %s, but a Redis Cluster has only database 0."
              .formatted(standalone.getDatabase()),
          "Remove the database. Use holdfast.key-prefix to keep applications apart.");
    }
  }

  private RedisURI ofNode(Node node) {
    RedisURI uri = secured(RedisURI.create(node.host(), node.port()));
    logIn(
        uri,
        firstOf(properties.username(), details.getUsername()),
        firstOf(properties.password(), details.getPassword()));
    return uri;
  }

  private RedisURI ofSentinel(Sentinel sentinel) {
    List<RedisURI> sentinels =
        sentinel.getNodes().stream()
            .map(
                node -> {
                  RedisURI uri = secured(RedisURI.create(node.host(), node.port()));
                  logIn(uri, sentinel.getUsername(), sentinel.getPassword());
                  return uri;
                })
            .toList();
    RedisURI uri = new RedisURI();
    uri.setSentinelMasterId(sentinel.getMaster());
    uri.getSentinels().addAll(sentinels);
    uri.setDatabase(sentinel.getDatabase());
    logIn(
        uri,
        firstOf(properties.username(), details.getUsername()),
        firstOf(properties.password(), details.getPassword()));
    return secured(uri);
  }

  private RedisURI secured(RedisURI uri) {
    uri.setSsl(ssl);
    HoldfastProperties.VerifyPeer verify = properties.ssl().verifyPeer();
    if (verify != null) {
      uri.setVerifyPeer(verify.mode());
    }
    return uri;
  }

  private static void logIn(RedisURI uri, @Nullable String username, @Nullable String password) {
    if (password != null && !password.isEmpty()) {
      String user = username == null || username.isEmpty() ? null : username;
      uri.setCredentialsProvider(new StaticCredentialsProvider(user, password.toCharArray()));
    }
  }

  private static @Nullable String firstOf(@Nullable String own, @Nullable String inherited) {
    return own == null ? inherited : own;
  }
}
