package io.holdfast.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;

/** What {@code holdfast.url} says, or without it the server of this machine. */
final class UrlConnectionDetails implements HoldfastConnectionDetails {

  private static final String LOCAL = "redis://localhost:6379";
  private static final String LOCAL_TLS = "rediss://localhost:6379";

  private static final String NOTHING_SET =
      "the default, as neither holdfast.url nor spring.data.redis is set";

  private final HoldfastServer server;
  private final @Nullable SslBundle bundle;
  private final String origin;

  private UrlConnectionDetails(HoldfastServer server, @Nullable SslBundle bundle, String origin) {
    this.server = server;
    this.bundle = bundle;
    this.origin = origin;
  }

  static UrlConnectionDetails of(HoldfastProperties properties, @Nullable SslBundle bundle) {
    String url = properties.url() == null ? "" : properties.url().trim();
    String address = url.isEmpty() ? (bundle == null ? LOCAL : LOCAL_TLS) : url;
    return new UrlConnectionDetails(
        server(withOverrides(address, properties), properties.cluster().enabled()),
        bundle,
        url.isEmpty() ? NOTHING_SET : "holdfast.url");
  }

  /** With user, password and verification as the properties say. */
  private static String withOverrides(String url, HoldfastProperties properties) {
    String text = UrlText.withLogIn(url, properties.username(), properties.password());
    HoldfastProperties.VerifyPeer verify = properties.ssl().verifyPeer();
    return verify == null ? text : UrlText.withParameter(text, "verifyPeer", verify.name());
  }

  private static HoldfastServer server(String url, boolean isCluster) {
    return isCluster ? HoldfastServer.clusterOf(url) : HoldfastServer.of(url);
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
