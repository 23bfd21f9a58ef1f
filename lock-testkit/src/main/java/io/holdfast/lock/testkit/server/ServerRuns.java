package io.holdfast.lock.testkit.server;

import io.holdfast.lock.testkit.process.Guard;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.resp.RespException;
import io.holdfast.lock.testkit.server.ServerProcess.Readiness;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One server through all its runs: the same settings, ports and directory, one process after the
 * other. Guarded by its {@link RedisServer}.
 */
final class ServerRuns {

  private static final String HOST = "127.0.0.1";
  private static final int PORT_TRIES = 10;
  private static final Duration SHUTDOWN_LIMIT = Duration.ofMinutes(1);

  private final ServerSettings settings;
  private final ServerDirectory directory;
  private final Ports ports;
  private final Guard guard;
  private ServerProcess process; // the present or the last run

  private ServerRuns(
      ServerSettings settings,
      ServerDirectory directory,
      Ports ports,
      Guard guard,
      ServerProcess process) {
    this.settings = settings;
    this.directory = directory;
    this.ports = ports;
    this.guard = guard;
    this.process = process;
  }

  /** The first run; if it cannot be started, nothing is left of it. */
  static ServerRuns begin(ServerSettings settings) {
    ServerDirectory directory = ServerDirectory.create();
    Guard guard = Guard.of(directory.path());
    boolean started = false;
    try {
      ServerRuns runs = begin(settings, directory, guard);
      started = true;
      return runs;
    } finally {
      if (!started) {
        directory.delete();
        guard.close();
      }
    }
  }

  private static ServerRuns begin(ServerSettings settings, ServerDirectory directory, Guard guard) {
    int tries = settings.port().isPresent() ? 1 : PORT_TRIES;
    for (int i = 0; i < tries; i++) {
      Ports ports =
          Ports.choose(settings.port(), settings.tls().isPresent(), settings.isOfCluster());
      Optional<ServerProcess> process = Optional.empty();
      try {
        directory.writeConfiguration(settings.configuration(directory.path(), ports));
        process =
            ServerProcess.start(
                settings, directory.path(), uri(settings, ports), guard, Readiness.ANSWERS);
      } finally {
        if (process.isEmpty()) {
          ports.close();
        }
      }
      if (process.isPresent()) {
        return new ServerRuns(settings, directory, ports, guard, process.get());
      }
    }
    throw new IllegalStateException(
        settings.port().isPresent()
            ? "port " + settings.port().getAsInt() + " on " + HOST + " is taken by another process"
            : "the port chosen for a server was taken by another process "
                + tries
                + " times running");
  }

  private static String uri(ServerSettings settings, Ports ports) {
    return "redis://" + credentials(settings) + HOST + ":" + ports.plain();
  }

  private static String credentials(ServerSettings settings) {
    return settings
        .password()
        .map(
            secret ->
                ":" + URLEncoder.encode(secret, StandardCharsets.UTF_8).replace("+", "%20") + "@")
        .orElse("");
  }

  String uri() {
    return uri(settings, ports);
  }

  Optional<String> tlsUri() {
    return ports.tls().stream()
        .mapToObj(port -> "rediss://" + credentials(settings) + HOST + ":" + port)
        .findAny();
  }

  String clientUri() {
    return settings
        .access()
        .map(access -> "rediss://" + access.credentials() + HOST + ":" + ports.tls().orElseThrow())
        .orElseGet(this::uri);
  }

  String plainClientUri() {
    return settings
        .access()
        .map(access -> "redis://" + access.credentials() + HOST + ":" + ports.plain())
        .orElseGet(this::uri);
  }

  int port() {
    return ports.plain();
  }

  ServerSettings settings() {
    return settings;
  }

  ServerProcess process() {
    return process;
  }

  /** The next run has these lines of configuration too. */
  void configure(List<List<String>> more) {
    directory.writeConfiguration(settings.with(more).configuration(directory.path(), ports));
  }

  /** Deletes what the server has saved. */
  void deleteData() {
    directory.deleteData();
  }

  /** Ends the present run in order, be it frozen. Does nothing if it has ended. */
  void shutdown(String how) {
    if (!process.isRunning()) {
      return;
    }
    process.thaw();
    try (RespClient client = RespClient.connect(uri())) {
      client.command("SHUTDOWN", how);
    } catch (RespException e) {
      throw new IllegalStateException(this + " refuses SHUTDOWN " + how, e);
    } catch (UncheckedIOException e) {
      // Its good-bye: it closes the connection instead of answering. That it has ended is seen
      // next.
    }
    process.awaitEnd(SHUTDOWN_LIMIT);
  }

  void startAgain(Readiness ready) {
    process =
        ServerProcess.start(settings, directory.path(), uri(), guard, ready)
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "port " + port() + " was taken by another process during the restart"));
  }

  /** After the last run. */
  void end() {
    ports.close();
    directory.delete();
    guard.close();
  }

  @Override
  public String toString() {
    return settings.binary() + " at " + HOST + ":" + ports.plain();
  }
}
