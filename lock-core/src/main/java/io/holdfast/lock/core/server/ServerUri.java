package io.holdfast.lock.core.server;

import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StaticCredentialsProvider;
import java.net.URI;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the URI of a server, and tells it to people. A password may stand anywhere in a text that
 * cannot be read, and any other quote of the text would quote it: refusals have nothing of the text
 * but a scheme that is known, and no cause.
 */
public final class ServerUri {

  private static final String SENTINEL_USER = "sentinelUser";
  private static final String SENTINEL_PASSWORD = "sentinelPassword";

  private ServerUri() {}

  /**
   * The URI that the text says: as Lettuce reads it, but for what Lettuce would guess about. In
   * addition {@code sentinelPassword}, and with it {@code sentinelUser}, as parameters behind the
   * '?': what the Sentinels themselves are told.
   *
   * @throws IllegalArgumentException if it says none; nothing of the text is repeated
   */
  public static RedisURI parse(String text) {
    Optional<String> objection = UriObjection.to(text);
    if (objection.isPresent()) {
      throw refusal(text, objection.get());
    }
    RedisURI uri = read(text);
    if (uri == null) {
      throw refusal(
          text,
          "a parameter after the '?' is wrong; known parameters: timeout, database, clientName,"
              + " libraryName, libraryVersion, verifyPeer, sentinelMasterId");
    }
    splitHost(uri);
    logInToSentinels(uri, text);
    return uri;
  }

  /** Null if it says none. What Lettuce throws quotes the text. */
  private static @Nullable RedisURI read(String text) {
    try {
      return RedisURI.create(text);
    } catch (RuntimeException e) {
      return null;
    }
  }

  /** Lettuce takes what no name in the DNS can be, {@code my_host:6380}, for a name as a whole. */
  private static void splitHost(RedisURI uri) {
    String host = uri.getHost();
    int colon = host == null || host.startsWith("[") ? -1 : host.indexOf(':');
    if (colon >= 0) {
      uri.setPort(Integer.parseInt(host.substring(colon + 1)));
      uri.setHost(host.substring(0, colon));
    }
  }

  private static void logInToSentinels(RedisURI uri, String text) {
    String query = URI.create(text).getRawQuery();
    Optional<String> user = parameter(query, SENTINEL_USER);
    Optional<String> password = parameter(query, SENTINEL_PASSWORD);
    if (user.isEmpty() && password.isEmpty()) {
      return;
    }
    if (password.filter(word -> !word.isEmpty()).isEmpty() || uri.getSentinels().isEmpty()) {
      throw refusal(
          text,
          "sentinelPassword, alone or with sentinelUser, is sent to the Sentinels; it needs"
              + " Sentinels and a value");
    }
    for (RedisURI sentinel : uri.getSentinels()) {
      sentinel.setCredentialsProvider(
          new StaticCredentialsProvider(user.orElse(null), password.get().toCharArray()));
    }
  }

  private static Optional<String> parameter(@Nullable String query, String name) {
    return query == null
        ? Optional.empty()
        : Arrays.stream(query.split("[&;]", -1))
            .filter(parameter -> parameter.startsWith(name + "="))
            .map(parameter -> parameter.substring(name.length() + 1))
            .map(value -> URI.create("#" + value).getFragment()) // unlike a form's, '+' stays
            .findFirst();
  }

  private static IllegalArgumentException refusal(String text, String why) {
    return new IllegalArgumentException(
        "server URI '%s': %s. It must look like redis://host:port, redis://:password@host, or rediss://… for TLS"
            .formatted(
                UriObjection.schemeOf(text).map(scheme -> scheme + "://…").orElse("…"), why));
  }

  /** The server, for people: no user, no password, and not how long that is. */
  public static String describe(RedisURI uri) {
    StringBuilder text = new StringBuilder(scheme(uri)).append("://");
    if (logsIn(uri)) {
      text.append("***@");
    }
    if (uri.getSocket() != null) {
      text.append(uri.getSocket());
      return uri.getDatabase() == 0
          ? text.toString()
          : text.append("?database=").append(uri.getDatabase()).toString();
    }
    text.append(
        uri.getSentinels().isEmpty()
            ? address(uri)
            : uri.getSentinels().stream().map(ServerUri::address).collect(Collectors.joining(",")));
    if (uri.getDatabase() != 0) {
      text.append('/').append(uri.getDatabase());
    }
    if (uri.getSentinelMasterId() != null) {
      text.append('#').append(uri.getSentinelMasterId());
    }
    return text.toString();
  }

  /** As far as can be told without asking for a password. */
  private static boolean logsIn(RedisURI uri) {
    RedisCredentialsProvider provider = uri.getCredentialsProvider();
    return provider instanceof RedisCredentialsProvider.ImmediateRedisCredentialsProvider known
        ? known.resolveCredentialsNow().hasPassword()
        : provider != null;
  }

  private static String address(RedisURI uri) {
    return uri.getSocket() != null ? uri.getSocket() : uri.getHost() + ':' + uri.getPort();
  }

  private static String scheme(RedisURI uri) {
    if (uri.getSocket() != null) {
      return "redis-socket";
    }
    if (!uri.getSentinels().isEmpty()) {
      return uri.isSsl() ? "rediss-sentinel" : "redis-sentinel";
    }
    if (uri.isStartTls()) {
      return "redis+tls";
    }
    return uri.isSsl() ? "rediss" : "redis";
  }
}
