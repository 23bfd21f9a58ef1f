package io.holdfast.lock.testkit.server;

import io.holdfast.lock.testkit.concurrent.Eventually;
import io.holdfast.lock.testkit.process.Leftovers;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.server.ServerProcess.Readiness;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A server process of the test's own on 127.0.0.1, to freeze, kill and restart.
 *
 * <p>It lives in a temporary directory of its own and writes nothing to disk unless {@linkplain
 * RedisServerBuilder#appendOnly() asked to}. It keeps its port through all restarts. {@link
 * #close()} kills it and deletes the directory, unless it {@linkplain
 * RedisServerBuilder#mayHaveServed() may serve others}; the end of this JVM does, even by {@code
 * SIGKILL}. From version 7 {@code DEBUG} is allowed.
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

  private final ServerRuns runs; // guarded by this, but for what never changes
  private final AdminConnection admin;
  private boolean mayServeAgain; // guarded by this
  private volatile boolean closed; // written guarded by this

  private RedisServer(ServerRuns runs, boolean mayServeAgain) {
    this.runs = runs;
    this.admin = new AdminConnection(runs.uri());
    this.mayServeAgain = mayServeAgain;
  }

  /**
   * A server as it comes: free port, no password, nothing on disk. See {@link
   * RedisServerBuilder#start()}.
   */
  public static RedisServer start() {
    return builder().start();
  }

  /** Configures a server before it starts. */
  public static RedisServerBuilder builder() {
    return new RedisServerBuilder();
  }

  static RedisServer start(ServerSettings settings) {
    RedisServer server = new RedisServer(ServerRuns.begin(settings), false);
    server.shiftedTime().ifPresent(reader -> server.clock().addReader(reader));
    Leftovers.add(server);
    return server;
  }

  /** Takes one that is as new, if there is one, and lets others take it in their turn. */
  static RedisServer startOrTake(ServerSettings settings) {
    ServerRuns runs = UsedServers.ofThisJvm().take(settings).orElseGet(() -> beginMarked(settings));
    RedisServer server = new RedisServer(runs, true);
    Leftovers.add(server);
    return server;
  }

  private static ServerRuns beginMarked(ServerSettings settings) {
    ServerRuns runs = ServerRuns.begin(settings);
    UsedServers.mark(runs);
    return runs;
  }

  private Optional<ShiftedTime> shiftedTime() {
    return runs.settings()
        .clock()
        .filter(clock -> ShiftedTime.isNeededFor(version()))
        .map(clock -> new ShiftedTime(runs.uri(), clock));
  }

  @Override
  public String uri() {
    return runs.uri();
  }

  /**
   * The URI of the TLS port: {@code rediss://…}.
   *
   * @throws IllegalStateException if the server was started without {@link RedisServerBuilder#tls}
   */
  public String tlsUri() {
    return runs.tlsUri()
        .orElseThrow(() -> new IllegalStateException(this + " was started without TLS"));
  }

  @Override
  public String clientUri() {
    return runs.clientUri();
  }

  @Override
  public String plainClientUri() {
    return runs.plainClientUri();
  }

  @Override
  public String clientUser() {
    return runs.settings().access().map(access -> ClientAccess.USER).orElse("default");
  }

  /** Whether it comes back with its data after a {@link #kill}. */
  public boolean isPersistent() {
    return runs.settings().isPersistent();
  }

  /** The password, if it has one. */
  public Optional<String> password() {
    return runs.settings().password();
  }

  /** The port, the same through all restarts. */
  public int port() {
    return runs.port();
  }

  @Override
  public ServerVersion version() {
    return runs.settings().binary().version();
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if this server is closed: it may serve others
   */
  @Override
  public RespClient admin() {
    if (closed) {
      throw new IllegalStateException(this + " is closed");
    }
    return admin.get();
  }

  /**
   * Its clock.
   *
   * @throws IllegalStateException if it was started without {@link RedisServerBuilder#clock}
   */
  public ServerClock clock() {
    return runs.settings()
        .clock()
        .orElseThrow(
            () -> new IllegalStateException(this + " was started without a clock of its own"));
  }

  /** Whether it was started with a clock that can be shifted. */
  public boolean hasClock() {
    return runs.settings().clock().isPresent();
  }

  /** The process id of the present run, or of the last. */
  public synchronized long pid() {
    return runs.process().pid();
  }

  /** Whether its process exists, be it frozen; not after {@link #close()}. */
  public synchronized boolean isRunning() {
    return !closed && runs.process().isRunning();
  }

  /** The last lines the present run has logged, for people. */
  public synchronized String logTail() {
    return runs.process().logTail();
  }

  /**
   * Freezes it ({@code SIGSTOP}) until {@link #thaw}: connections stay open, and nothing is
   * answered.
   */
  public synchronized void freeze() {
    mayServeAgain = false;
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
    if (!closed) {
      end();
    }
  }

  private void end() {
    mayServeAgain = false;
    admin.close();
    runs.process().kill();
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
    shutdown(runs.settings().isPersistent() ? "NOSAVE" : "SAVE");
    startAgain(Readiness.ANSWERS);
    if (!runs.settings().isPersistent()) {
      runs.deleteData(); // it has been loaded; a later kill shall find a server that had saved
      // nothing
    }
  }

  /**
   * Restarts it with its data and so that loading takes about this long: meanwhile it answers
   * {@code LOADING}. Returns when it does; {@link #awaitLoaded} waits for the end. What makes it
   * slow is some ballast in database 15, which is deleted by {@link #awaitLoaded}.
   *
   * @throws IllegalStateException if it does not run, is {@linkplain RedisServerBuilder#appendOnly
   *     append-only}, or does not start
   */
  public synchronized void restartLoading(Duration about) {
    running();
    if (runs.settings().isPersistent()) {
      throw new IllegalStateException(
          this + " writes its own data: loading is slowed in a snapshot");
    }
    SlowLoading slow = SlowLoading.of(admin.get(), version(), about);
    shutdown("SAVE");
    runs.configure(slow.directives());
    try {
      startAgain(Readiness.LOADING);
    } finally {
      runs.configure(List.of());
    }
  }

  /**
   * Waits until it has loaded its data after {@link #restartLoading}.
   *
   * @throws AssertionError if it has not within the limit
   */
  public void awaitLoaded(Duration limit) {
    Eventually.within(limit)
        .isTrue(this + " has loaded", () -> "0".equals(info("persistence").get("loading")));
    try (RespClient client = RespClient.connect(uri())) {
      SlowLoading.deleteBallast(client);
    }
    synchronized (this) {
      runs.deleteData(); // a later kill shall find a server that had saved nothing
    }
  }

  /**
   * Starts it again, on the same port, without data, like a server that lost its disk. Scripts are
   * gone, too.
   *
   * @throws IllegalStateException if it is closed, or does not start
   */
  public synchronized void restartEmpty() {
    shutdown("NOSAVE");
    runs.deleteData();
    startAgain(Readiness.ANSWERS);
  }

  private void shutdown(String how) {
    if (!closed) {
      mayServeAgain = false;
      admin.close();
      runs.shutdown(how);
    }
  }

  private void startAgain(Readiness ready) {
    if (closed) {
      throw new IllegalStateException(this + " is closed");
    }
    runs.startAgain(ready);
  }

  private ServerProcess running() {
    if (!isRunning()) {
      throw new IllegalStateException(this + " does not run");
    }
    return runs.process();
  }

  /**
   * Kills it and deletes its directory, unless it {@linkplain RedisServerBuilder#mayHaveServed()
   * may serve others}. Idempotent.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    shiftedTime().ifPresent(reader -> clock().removeReader(reader));
    admin.close();
    if (!mayServeAgain || !UsedServers.ofThisJvm().keep(runs)) {
      end();
      runs.end();
    }
    Leftovers.remove(this);
  }

  /** {@code redis 7.0.15 from the search path at 127.0.0.1:17000}. */
  @Override
  public String toString() {
    return runs.toString();
  }
}
