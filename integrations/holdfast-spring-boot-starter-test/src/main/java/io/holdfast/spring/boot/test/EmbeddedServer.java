package io.holdfast.spring.boot.test;

import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.spring.boot.HoldfastConnectionDetails;
import io.holdfast.spring.boot.HoldfastServer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The server of all tests of this JVM. Ends with the JVM. */
final class EmbeddedServer implements HoldfastConnectionDetails {

  private static @Nullable RedisServer shared; // guarded by the class

  private final HoldfastServer server = HoldfastServer.of(shared().uri());

  /** Started when first asked for. */
  private static synchronized RedisServer shared() {
    if (shared == null) {
      shared = start(RedisServer::start);
    }
    return shared;
  }

  /** Jedis is what the server is looked after with. Spring Boot 4.0 manages an older one. */
  static RedisServer start(Supplier<RedisServer> starter) {
    try {
      return starter.get();
    } catch (NoSuchMethodError e) {
      throw new IllegalStateException(
          "The embedded server needs redis.clients:jedis 8.0.2 or later, and this is an older one. Set the property jedis.version in the build, which Spring Boot's own version follows",
          e);
    }
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
