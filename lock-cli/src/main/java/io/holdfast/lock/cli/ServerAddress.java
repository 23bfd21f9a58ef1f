package io.holdfast.lock.cli;

import io.lettuce.core.RedisURI;

/**
 * A server, as it was named.
 *
 * @param uri what was read
 * @param text what was written; there may be a password in it
 */
public record ServerAddress(RedisURI uri, String text) {

  /** Without what may be a password. */
  @Override
  public String toString() {
    return "a server";
  }
}
