package io.holdfast.lock.core.server;

import io.lettuce.core.SslOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import java.time.Duration;
import java.util.Optional;

/**
 * What the settings of a client say about its connections.
 *
 * @param commandTimeout how long an answer may take
 * @param name what {@code CLIENT LIST} shows, unless the URI says it; empty for nothing
 * @param ssl which authorities to trust, and the client's own certificate; empty for the JVM's
 *     defaults
 * @param clusterRefresh when to look at the topology of a cluster, besides our own reasons
 */
public record ConnectionSettings(
    Duration commandTimeout,
    Optional<String> name,
    Optional<SslOptions> ssl,
    Optional<ClusterTopologyRefreshOptions> clusterRefresh) {

  private static final String NAME_PREFIX = "holdfast:";

  /** Nothing but a time-out. */
  static ConnectionSettings of(Duration commandTimeout) {
    return new ConnectionSettings(
        commandTimeout, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** The name of connections of a client with this label. */
  public static Optional<String> nameOf(String clientLabel) {
    return Optional.of(NAME_PREFIX + clientLabel);
  }
}
