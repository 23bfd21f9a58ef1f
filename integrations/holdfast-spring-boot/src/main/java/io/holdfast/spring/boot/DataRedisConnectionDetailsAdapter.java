package io.holdfast.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.ssl.SslBundle;

/** The server that Spring Data Redis uses, with connections of our own. */
final class DataRedisConnectionDetailsAdapter implements HoldfastConnectionDetails {

  private final HoldfastServer server;
  private final @Nullable SslBundle bundle;
  private final String origin;

  /**
   * A bundle turns TLS on: Holdfast's own, or that of the details. So does the URL of Spring Data
   * Redis, of which the details do not tell that.
   */
  DataRedisConnectionDetailsAdapter(
      DataRedisConnectionDetails details,
      HoldfastProperties properties,
      @Nullable SslBundle ownBundle,
      @Nullable String dataRedisUrl) {
    this.bundle = ownBundle == null ? details.getSslBundle() : ownBundle;
    boolean isTlsUrl =
        isOfProperties(details) && dataRedisUrl != null && dataRedisUrl.startsWith("rediss:");
    this.server = new DataRedisUris(details, properties, bundle != null || isTlsUrl).server();
    this.origin = origin(details);
  }

  /** Boot's own class for that is not public. */
  private static boolean isOfProperties(DataRedisConnectionDetails details) {
    return details.getClass().getSimpleName().startsWith("Properties");
  }

  private static String origin(DataRedisConnectionDetails details) {
    if (!isOfProperties(details)) {
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
  public String getSource() {
    return origin;
  }
}
