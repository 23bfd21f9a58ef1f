package io.holdfast.lock.testkit.proxy;

import io.holdfast.lock.testkit.server.TestServer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Stands between clients and a server, on a port of 127.0.0.1 of its own, and does what networks
 * do. Without a fault it passes everything on as it is.
 *
 * <pre>{@code
 * try (FaultProxy proxy = FaultProxy.to(server)) {
 *   connect(proxy.uri());
 *   Rule lost = proxy.when(Command.named("EVALSHA").nth(3)).dropReply();      // tied to a command
 *   lost.awaitFired(Duration.ofSeconds(5));
 *   try (ActiveFault mute = proxy.blackhole(Connections.inbox())) { ... }     // until healed
 *   proxy.cut(Connections.all(), Cut.RST);                                    // at once
 * }
 * }</pre>
 *
 * <p>Every method may be called from any thread. It returns when its effect is in force, for
 * present and new connections alike, as soon as the proxy's thread gets to it. Bytes that were read
 * before a fault began and were already due still pass. Encrypted connections are passed on too,
 * but not understood: rules see no commands in them, and lost replies see no replies.
 *
 * @see Connections which connections
 */
public final class FaultProxy implements AutoCloseable {

  private final ProxyLoop loop = new ProxyLoop();
  private final ProxyState state = new ProxyState(loop);
  private final Acceptor acceptor;
  private final String scheme;
  private final String credentials; // up to and including the @, or nothing

  private FaultProxy(String scheme, String credentials, InetSocketAddress target) {
    this.scheme = scheme;
    this.credentials = credentials;
    try {
      this.acceptor = new Acceptor(loop, state, target);
    } catch (RuntimeException e) {
      loop.close();
      throw e;
    }
  }

  /**
   * A proxy before this server; its {@link #uri()} keeps the password, and is that of a client
   * under test: {@link TestServer#plainClientUri()}.
   */
  public static FaultProxy to(TestServer server) {
    return to(server.plainClientUri());
  }

  /** A proxy before the server of {@code redis[s]://[[user:]password@]host:port}. */
  public static FaultProxy to(String uri) {
    URI parsed = URI.create(uri);
    String user = parsed.getRawUserInfo();
    return new FaultProxy(parsed.getScheme(), user == null ? "" : user + "@", address(parsed));
  }

  /** A proxy before the server that listens there. */
  public static FaultProxy to(String host, int port) {
    return new FaultProxy("redis", "", new InetSocketAddress(host, port));
  }

  private static InetSocketAddress address(URI uri) {
    if (uri.getHost() == null || uri.getPort() < 0) {
      throw new IllegalArgumentException("uri: names no host and port (redis://host:port)");
    }
    return new InetSocketAddress(uri.getHost(), uri.getPort());
  }

  /** Where clients are to connect: {@code redis://[[user:]password@]127.0.0.1:port}. */
  public String uri() {
    return scheme + "://" + credentials + "127.0.0.1:" + port();
  }

  /** The port, the same for the proxy's life. */
  public int port() {
    return acceptor.port();
  }

  /**
   * Where new connections go from now on. Present ones stay where they are; {@link #cut} them to
   * make them follow. The address for clients does not change, nor the password in it.
   */
  public void retarget(TestServer server) {
    acceptor.target(address(URI.create(server.uri())));
  }

  /** As {@link #retarget(TestServer)}. */
  public void retarget(String host, int port) {
    acceptor.target(new InetSocketAddress(host, port));
  }

  /**
   * Sets the seed of all that is random from now on (jitter, {@link Command#sometimes}); 0 by
   * default.
   */
  public FaultProxy seed(long seed) {
    loop.run(() -> state.seed(seed));
    return this;
  }

  /** What it has seen and done. */
  public ProxyCounters counters() {
    return loop.call(state::counters);
  }

  /** Begins a rule: what happens to certain commands. */
  public When when(Command command) {
    return new When(
        reaction -> {
          Rule rule = new Rule(state, command + ": " + reaction);
          loop.run(() -> state.arm(command, reaction, rule));
          return rule;
        });
  }

  /**
   * Cuts connections that are there, now.
   *
   * @return how many
   */
  public int cut(Connections which, Cut how) {
    return cut(which, how, Side.BOTH);
  }

  /** As {@link #cut(Connections, Cut)}; only this side learns of it, the other end stays open. */
  public int cut(Connections which, Cut how, Side side) {
    return loop.call(() -> state.cut(which, how, side));
  }

  /**
   * Cuts a connection, at both ends, behind the n-th byte in this direction from now on, counted
   * over all these connections; once.
   */
  public Rule cutAfterBytes(Connections which, Direction direction, long n, Cut how) {
    positive("n", n);
    Rule rule = new Rule(state, how + " after " + n + " bytes " + direction + " on " + which);
    loop.run(
        () ->
            state.begin(new Disturbance.ByteLimit(state.asOfNow(which), direction, n, how, rule)));
    return rule;
  }

  /** Every piece that passes comes later, by a delay between {@code least} and {@code most}. */
  public ActiveFault delay(Connections which, Direction direction, Duration least, Duration most) {
    notNegative("least", least);
    Duration jitter = notNegative("most - least", most.minus(least));
    return begin(
        "delay %s..%s ms %s".formatted(least.toMillis(), most.toMillis(), direction),
        which,
        those -> new Disturbance.Delay(those, direction, least, jitter));
  }

  /** At most this number of bytes a second pass, on each connection. */
  public ActiveFault throttle(Connections which, Direction direction, long bytesPerSecond) {
    positive("bytesPerSecond", bytesPerSecond);
    return begin(
        "throttle to " + bytesPerSecond + " B/s " + direction,
        which,
        those -> new Disturbance.Throttle(those, direction, bytesPerSecond));
  }

  /**
   * Sockets stay open, new ones are accepted, and nothing passes either way; not even the end of a
   * connection. When healed, what was sent meanwhile arrives.
   */
  public ActiveFault blackhole(Connections which) {
    return blackhole(which, Set.of(Direction.TO_SERVER, Direction.TO_CLIENT));
  }

  /** As {@link #blackhole(Connections)}, in one direction. */
  public ActiveFault blackhole(Connections which, Direction direction) {
    return blackhole(which, Set.of(direction));
  }

  private ActiveFault blackhole(Connections which, Set<Direction> directions) {
    return begin(
        "blackhole " + directions, which, those -> new Disturbance.Blackhole(those, directions));
  }

  /**
   * Commands reach the server; its replies are thrown away. A connection that has lost a reply gets
   * nothing more, messages neither, and is reset when this is healed.
   */
  public ActiveFault dropReplies(Connections which) {
    return begin("drop replies", which, Disturbance.LostReplies::new);
  }

  /** Published messages, which the server sends without a request, are thrown away. */
  public ActiveFault dropMessages(Connections which) {
    return begin("drop messages", which, Disturbance.LostMessages::new);
  }

  private ActiveFault begin(
      String what, Connections which, Function<Connections, Disturbance> maker) {
    Disturbance disturbance =
        loop.call(
            () -> {
              Disturbance made = maker.apply(state.asOfNow(which));
              state.begin(made);
              return made;
            });
    return new ActiveFault(
        what + " on " + which, () -> state.runIfOpen(() -> state.end(disturbance)));
  }

  /** Nobody listens: new connections are refused. Present ones are left alone. */
  public ActiveFault refuseConnections() {
    Disturbance refusal = new Disturbance.Refusal(Connections.all());
    loop.run(() -> state.begin(refusal));
    acceptor.closePort();
    return new ActiveFault("refuse connections", () -> accept(refusal));
  }

  private void accept(Disturbance refusal) {
    state.runIfOpen(() -> state.end(refusal));
    if (!loop.isClosed() && !loop.call(state::isRefusing)) {
      acceptor.openPort();
    }
  }

  /** Ends every fault and every rule, as if each were closed. */
  public void heal() {
    List<Rule> rules = loop.call(state::rules);
    rules.forEach(Rule::close);
    loop.run(state::endAll);
    acceptor.openPort();
  }

  /** Cuts all connections and ends. Idempotent. */
  @Override
  public void close() {
    if (!loop.isClosed()) {
      try {
        acceptor.close();
      } finally {
        loop.run(state::close);
        loop.close();
      }
    }
  }

  /** {@code proxy 127.0.0.1:17000 -> 127.0.0.1:18000}: without the password. */
  @Override
  public String toString() {
    return "proxy 127.0.0.1:" + port() + " -> " + acceptor.target();
  }

  static Duration notNegative(String what, Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException(what + ": " + duration + " is negative");
    }
    return duration;
  }

  private static void positive(String what, long number) {
    if (number < 1) {
      throw new IllegalArgumentException(what + ": " + number + " is less than 1");
    }
  }
}
