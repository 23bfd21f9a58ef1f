package io.holdfast.lock.core.server;

import io.lettuce.core.RedisURI;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the URI of a server, and refuses what Lettuce would guess about. */
public final class ServerUri {

  /** Lettuce takes a port that is no number for none. */
  private static final Pattern BAD_PORT =
      Pattern.compile(
          "rediss?(?:-sentinel)?://(?:.*@)?[^/?#@]*:(?!\\d{1,5}(?:[,/?#]|$))[^\\]/?#@]*([/?#].*)?");

  private ServerUri() {}

  /**
   * The URI that the text says.
   *
   * @throws IllegalArgumentException if it says none; the message repeats no password
   */
  public static RedisURI parse(String text) {
    if (BAD_PORT.matcher(text).matches()) {
      throw refusal(text, "the port is not a number", null);
    }
    RedisURI uri;
    try {
      uri = RedisURI.create(text);
    } catch (IllegalArgumentException e) {
      throw refusal(text, "malformed", e);
    }
    boolean hasHost = uri.getHost() != null && !uri.getHost().isEmpty();
    if (!hasHost && uri.getSocket() == null && uri.getSentinels().isEmpty()) {
      throw refusal(text, "no host", null);
    }
    return uri;
  }

  private static IllegalArgumentException refusal(
      String text, String why, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "server URI '%s' (%s): must look like redis://host:port, redis://:password@host, or rediss://… for TLS"
            .formatted(text.replaceFirst("^(\\w*:?//)?.*@", "$1***@"), why),
        cause);
  }
}
