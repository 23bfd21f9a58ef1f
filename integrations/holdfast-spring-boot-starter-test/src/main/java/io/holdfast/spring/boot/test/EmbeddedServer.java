package io.holdfast.spring.boot.test;

import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.spring.boot.HoldfastConnectionDetails;
import io.holdfast.spring.boot.HoldfastServer;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The server of all tests of this JVM. Ends with the JVM. */
final class EmbeddedServer implements HoldfastConnectionDetails {

  /** No monitor and no initializer of a class: both pin a virtual thread while a process starts. */
  private static final ReentrantLock STARTING = new ReentrantLock();

  private static @Nullable RedisServer shared; // guarded by STARTING

  private final HoldfastServer server = HoldfastServer.of(shared().uri());

  /** Started when first asked for. */
  private static RedisServer shared() {
    STARTING.lock();
    try {
      RedisServer started = shared;
      if (started == null) {
        started = RedisServer.start();
        shared = started;
      }
      return started;
    } finally {
      STARTING.unlock();
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
