package io.holdfast.lock.testkit.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The ports of one server: the plain one, and the one for TLS if there is one. A node of a cluster
 * has a third, for other nodes, which follows from the plain one.
 *
 * <p>They are taken from below the range from which operating systems give ports to outgoing
 * connections. A port of that range may be given away while its server is down for a restart; and a
 * client that reconnects to it meanwhile may even be given the very port it connects to, and so be
 * connected to itself.
 */
record Ports(int plain, OptionalInt tls) {

  private static final int FIRST = 15_000;
  private static final int LAST = 32_000;
  private static final int TO_BUS = 10_000; // a node of a cluster listens there, too
  private static final int TRIES = 200;

  /** Ports nobody listens on at this moment; somebody may in the next. */
  static Ports choose(OptionalInt fixed, boolean withTls, boolean withBus) {
    int plain = fixed.isPresent() ? fixed.getAsInt() : free(withBus);
    return new Ports(plain, withTls ? OptionalInt.of(free(false)) : OptionalInt.empty());
  }

  private static int free(boolean withBus) {
    int last = withBus ? LAST - TO_BUS : LAST;
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, last + 1);
      if (isFree(port) && (!withBus || isFree(port + TO_BUS))) {
        return port;
      }
    }
    throw new IllegalStateException(
        "no free port in " + TRIES + " tries between " + FIRST + " and " + last);
  }

  private static boolean isFree(int port) {
    try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return probe.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
