package io.holdfast.lock.testkit.server;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
 *
 * <p>Until {@link #close} no other JVM takes one of them, also while the server is down: as a sign
 * for others a UDP socket stands at each, where servers need none.
 */
final class Ports implements AutoCloseable {

  private static final int FIRST = 15_000;
  private static final int LAST = 32_000;
  private static final int TO_BUS = 10_000; // a node of a cluster listens there, too
  private static final int TRIES = 200;

  private final int plain;
  private final OptionalInt tls;
  private final List<DatagramSocket> signs;

  private Ports(int plain, OptionalInt tls, List<DatagramSocket> signs) {
    this.plain = plain;
    this.tls = tls;
    this.signs = signs;
  }

  /**
   * Ports nobody listens on at this moment, and which nobody else has chosen by this method. A
   * fixed one is not looked at.
   */
  static Ports choose(OptionalInt fixed, boolean withTls, boolean withBus) {
    List<DatagramSocket> signs = new ArrayList<>();
    try {
      int plain = fixed.isPresent() ? fixed.getAsInt() : free(withBus, signs);
      OptionalInt tls = withTls ? OptionalInt.of(free(false, signs)) : OptionalInt.empty();
      return new Ports(plain, tls, signs);
    } catch (RuntimeException e) {
      signs.forEach(DatagramSocket::close);
      throw e;
    }
  }

  int plain() {
    return plain;
  }

  OptionalInt tls() {
    return tls;
  }

  private static int free(boolean withBus, List<DatagramSocket> signs) {
    int last = withBus ? LAST - TO_BUS : LAST;
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, last + 1);
      if (take(withBus ? List.of(port, port + TO_BUS) : List.of(port), signs)) {
        return port;
      }
    }
    throw new IllegalStateException(
        "no free port in " + TRIES + " tries between " + FIRST + " and " + last);
  }

  /** All of them or none. */
  private static boolean take(List<Integer> ports, List<DatagramSocket> signs) {
    List<DatagramSocket> mine = new ArrayList<>();
    for (int port : ports) {
      sign(port).ifPresent(mine::add);
    }
    if (mine.size() == ports.size() && ports.stream().allMatch(Ports::isFree)) {
      signs.addAll(mine);
      return true;
    }
    mine.forEach(DatagramSocket::close);
    return false;
  }

  /** Empty if another has taken the port. */
  private static Optional<DatagramSocket> sign(int port) {
    try {
      return Optional.of(
          new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return probe.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  /** Others may take them. */
  @Override
  public void close() {
    signs.forEach(DatagramSocket::close);
  }
}
