package io.holdfast.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.ssl.SslBundle;

/** The server that Spring Data Redis uses, with connections of our own. */
final class DataRedisConnectionDetailsAdapter implements HoldfastConnectionDetails {

  private final HoldfastServer server;
  private final @Nullable SslBundle bundle;
  private final String origin;

  /** The bundle is Holdfast's own, if one is named; it turns TLS on. */
  DataRedisConnectionDetailsAdapter(
      DataRedisConnectionDetails details,
      HoldfastProperties properties,
      @Nullable SslBundle ownBundle) {
    this.bundle = ownBundle == null ? details.getSslBundle() : ownBundle;
    this.server = new DataRedisUris(details, properties, bundle != null).server();
    this.origin = origin(details);
  }

  private static String origin(DataRedisConnectionDetails details) {
    if (!details.getClass().getSimpleName().startsWith("Properties")) {
      return "the bean " + details.getClass().getName();
    }
    if (details.getSentinel() != null) {
      return "spring.data.redis.sentinel.nodes";
    }
    return details.getCluster() != null
        ? "spring.data.redis.cluster.nodes"
        : "spring.data.redis.host and spring.data.redis.port, or spring.data.redis.url";
  }

  @Override
  public HoldfastServer getServer() {
    return server;
  }

  @Override
  public @Nullable SslBundle getSslBundle() {
    return bundle;
  }

  @Override
  public String getOrigin() {
    return origin;
  }
}
