package io.holdfast.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;
import org.springframework.boot.ssl.SslBundle;

/**
 * Where Holdfast finds its server. A bean of this type takes the place of {@code holdfast.url} and
 * of what {@code spring.data.redis} says.
 */
public interface HoldfastConnectionDetails extends ConnectionDetails {

  /** The server, or Sentinel group, or cluster. */
  HoldfastServer getServer();

  /** Trust store and key store for TLS; null without TLS, or for the JVM's trust store. */
  default @Nullable SslBundle getSslBundle() {
    return null;
  }

  /** What says where the server is, for people who look for a mistake. */
  default String getSource() {
    return "a HoldfastConnectionDetails bean";
  }
}
