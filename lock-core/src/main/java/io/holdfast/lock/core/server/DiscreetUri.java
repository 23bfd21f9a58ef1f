package io.holdfast.lock.core.server;

import io.lettuce.core.RedisURI;

/**
 * What Lettuce connects to. It prints URIs in its log and in exceptions, with as many stars as the
 * password has characters.
 */
@SuppressWarnings("serial") // nobody stores one
final class DiscreetUri extends RedisURI {

  DiscreetUri() {}

  @Override
  public String toString() {
    return ServerUri.describe(this);
  }
}
