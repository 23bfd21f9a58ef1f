package io.holdfast.spring.boot;

/** Images of servers that containers run. */
final class ServerImages {

  /** Without it there is nothing to connect. */
  static final String CLIENT = "io.holdfast.lock.core.HoldfastClient";

  static final int PORT = 6379;

  private ServerImages() {}

  static String[] names() {
    return new String[] {"redis", "valkey/valkey", "redis/redis-stack", "redis/redis-stack-server"};
  }

  static HoldfastServer at(String host, int port, boolean isTls) {
    return HoldfastServer.of("%s://%s:%s".formatted(isTls ? "rediss" : "redis", host, port));
  }
}
