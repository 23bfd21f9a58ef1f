package io.holdfast.spring.boot.test;

import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.spring.boot.HoldfastConnectionDetails;
import io.holdfast.spring.boot.HoldfastServer;
import org.jspecify.annotations.Nullable;

/** The server of all tests of this JVM. Ends with the JVM. */
final class EmbeddedServer implements HoldfastConnectionDetails {

  private static @Nullable RedisServer shared; // guarded by the class

  private final HoldfastServer server = HoldfastServer.of(shared().uri());

  /** Started when first asked for. */
  private static synchronized RedisServer shared() {
    if (shared == null) {
      shared = RedisServer.start();
    }
    return shared;
  }

  @Override
  public HoldfastServer getServer() {
    return server;
  }

  @Override
  public String getSource() {
    return "@AutoConfigureHoldfast";
  }
}
