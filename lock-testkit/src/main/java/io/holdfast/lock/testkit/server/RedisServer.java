package io.holdfast.lock.testkit.server;

import io.holdfast.lock.testkit.process.Leftovers;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.resp.RespException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/**
 * A server process of our own on 127.0.0.1, to be frozen, killed and restarted.
 *
 * <p>It lives in a temporary directory of its own and writes nothing to disk unless {@linkplain
 * RedisServerBuilder#appendOnly() asked to}. It keeps its port through all restarts. {@link
 * #close()} kills it and deletes the directory; so does an orderly end of this JVM. From version 7
 * {@code DEBUG} is allowed.
 *
 * <pre>{@code
 * try (RedisServer server = RedisServer.start()) {
 *   server.freeze();
 *   ...
 *   server.thaw();
 * }
 * }</pre>
 *
 * <p>Methods may be called from any thread; those that change the server's state go one after the
 * other.
 */
public final class RedisServer implements TestServer {

  private static final String HOST = "127.0.0.1";
  private static final int PORT_TRIES = 10;
  private static final Duration SHUTDOWN_LIMIT = Duration.ofMinutes(1);

  private final ServerSettings settings;
  private final ServerDirectory directory;
  private final Ports ports;
  private final AdminConnection admin;
  private ServerProcess process; // the present or the last run; guarded by this
  private boolean closed; // guarded by this

  private RedisServer(
      ServerSettings settings, ServerDirectory directory, Ports ports, ServerProcess process) {
    this.settings = settings;
    this.directory = directory;
    this.ports = ports;
    this.process = process;
    this.admin = new AdminConnection(uri(settings, ports));
  }

  /**
   * A server as it comes: free port, no password, nothing on disk. See {@link
   * RedisServerBuilder#start()}.
   */
  public static RedisServer start() {
    return builder().start();
  }

  /** To say more about the server. */
  public static RedisServerBuilder builder() {
    return new RedisServerBuilder();
  }

  static RedisServer start(ServerSettings settings) {
    ServerDirectory directory = ServerDirectory.create();
    boolean started = false;
    try {
      RedisServer server = start(settings, directory);
      started = true;
      Leftovers.add(server);
      return server;
    } finally {
      if (!started) {
        directory.delete();
      }
    }
  }

  private static RedisServer start(ServerSettings settings, ServerDirectory directory) {
    int tries = settings.port().isPresent() ? 1 : PORT_TRIES;
    for (int i = 0; i < tries; i++) {
      Ports ports = Ports.choose(settings.port(), settings.tls().isPresent());
      directory.writeConfiguration(settings.configuration(directory.path(), ports));
      Optional<ServerProcess> process =
          ServerProcess.start(settings, directory.path(), uri(settings, ports));
      if (process.isPresent()) {
        return new RedisServer(settings, directory, ports, process.get());
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

  @Override
  public String uri() {
    return uri(settings, ports);
  }

  /**
   * The URI of the TLS port: {@code rediss://…}.
   *
   * @throws IllegalStateException if the server was started without {@link RedisServerBuilder#tls}
   */
  public String tlsUri() {
    int port =
        ports.tls().orElseThrow(() -> new IllegalStateException(this + " was started without TLS"));
    return "rediss://" + credentials(settings) + HOST + ":" + port;
  }

  /** The port, the same through all restarts. */
  public int port() {
    return ports.plain();
  }

  @Override
  public ServerVersion version() {
    return settings.binary().version();
  }

  @Override
  public RespClient admin() {
    return admin.get();
  }

  /** The process id of the present run, or of the last. */
  public synchronized long pid() {
    return process.pid();
  }

  /** Whether its process exists, be it frozen. */
  public synchronized boolean isRunning() {
    return process.isRunning();
  }

  /** The last lines the present run has logged, for people. */
  public synchronized String logTail() {
    return process.logTail();
  }

  /**
   * Stops it where it stands ({@code SIGSTOP}): connections stay, nothing is answered. Until {@link
   * #thaw}.
   */
  public synchronized void freeze() {
    running().freeze();
  }

  /** Lets it continue ({@code SIGCONT}); it then does all that was sent meanwhile. */
  public synchronized void thaw() {
    running().thaw();
  }

  /**
   * Kills it ({@code SIGKILL}), also a frozen one: all that was not on disk is lost. Does nothing
   * if it does not run.
   */
  public synchronized void kill() {
    admin.close();
    process.kill();
  }

  /** Shuts it down in order, without saving. Does nothing if it does not run. */
  public synchronized void stop() {
    shutdown("NOSAVE");
  }

  /**
   * Starts it again, on the same port, with its data: a running one is shut down and saves before;
   * one that was killed or stopped comes back with what was on disk.
   *
   * @throws IllegalStateException if it is closed, or does not start
   */
  public synchronized void restart() {
    shutdown(settings.isPersistent() ? "NOSAVE" : "SAVE");
    startAgain();
    if (!settings.isPersistent()) {
      directory.deleteData(); // it has been loaded; a later kill shall find a server that had saved
      // nothing
    }
  }

  /**
   * Starts it again, on the same port, without data: as a server does whose disk is gone. Scripts
   * are gone too.
   *
   * @throws IllegalStateException if it is closed, or does not start
   */
  public synchronized void restartEmpty() {
    shutdown("NOSAVE");
    directory.deleteData();
    startAgain();
  }

  private void shutdown(String how) {
    admin.close();
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

  private void startAgain() {
    if (closed) {
      throw new IllegalStateException(this + " is closed");
    }
    process =
        ServerProcess.start(settings, directory.path(), uri())
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "port " + port() + " was taken by another process during the restart"));
  }

  private ServerProcess running() {
    if (!process.isRunning()) {
      throw new IllegalStateException(this + " does not run");
    }
    return process;
  }

  /** Kills it and deletes its directory. Idempotent. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    kill();
    directory.delete();
    Leftovers.remove(this);
  }

  /** {@code redis 7.0.15 from the search path at 127.0.0.1:17000}. */
  @Override
  public String toString() {
    return settings.binary() + " at " + HOST + ":" + ports.plain();
  }
}
