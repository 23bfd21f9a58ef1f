package io.holdfast.spring.boot.test;

import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.spring.boot.HoldfastConnectionDetails;
import io.holdfast.spring.boot.HoldfastServer;

/** The server of all tests of this JVM. Ends with the JVM. */
final class EmbeddedServer implements HoldfastConnectionDetails {

  /** Started when first asked for. */
  private static final class Shared {
    private static final RedisServer SERVER = RedisServer.start();
  }

  private final HoldfastServer server = HoldfastServer.of(Shared.SERVER.uri());

  @Override
  public HoldfastServer getServer() {
    return server;
  }

  @Override
  public String getOrigin() {
    return "@AutoConfigureHoldfast";
  }
}
