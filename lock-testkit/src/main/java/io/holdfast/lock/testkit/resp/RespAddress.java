package io.holdfast.lock.testkit.resp;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Where a server is and how to be let in: {@code
 * redis[s]://[[user:]password@]host[:port][/database]}.
 */
record RespAddress(
    boolean tls,
    String host,
    int port,
    Optional<String> user,
    Optional<String> password,
    int database) {

  private static final int DEFAULT_PORT = 6379;

  static RespAddress parse(String uri) {
    URI parsed = URI.create(uri);
    String scheme = parsed.getScheme();
    if (!"redis".equals(scheme) && !"rediss".equals(scheme)) {
      throw new IllegalArgumentException("uri: scheme " + scheme + " is neither redis nor rediss");
    }
    if (parsed.getHost() == null) {
      throw new IllegalArgumentException("uri: names no host (redis://host:port)");
    }
    Optional<String> userInfo = Optional.ofNullable(parsed.getRawUserInfo());
    return new RespAddress(
        "rediss".equals(scheme),
        parsed.getHost(),
        parsed.getPort() < 0 ? DEFAULT_PORT : parsed.getPort(),
        userInfo.flatMap(RespAddress::user),
        userInfo.map(info -> decode(info.substring(info.indexOf(':') + 1))),
        database(Optional.ofNullable(parsed.getPath()).orElse("")));
  }

  private static Optional<String> user(String userInfo) {
    int colon = userInfo.indexOf(':');
    return colon > 0 ? Optional.of(decode(userInfo.substring(0, colon))) : Optional.empty();
  }

  private static int database(String path) {
    return path.length() <= 1 ? 0 : Integer.parseInt(path.substring(1));
  }

  /** Undoes percent-encoding; unlike in a form, a plus sign is a plus sign. */
  private static String decode(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** Host and port only: an address is printed in failures, and a password is not. */
  @Override
  public String toString() {
    return host + ":" + port;
  }
}
