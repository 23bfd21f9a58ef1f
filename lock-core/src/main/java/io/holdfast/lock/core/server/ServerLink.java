package io.holdfast.lock.core.server;

import io.holdfast.lock.RequestObserver;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.time.MonotonicClock;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Runs scripts on the one connection for requests. Never blocks, never repeats by itself, except
 * that a script which the server does not know is sent with its text. The first use of a script on
 * a connection carries the text, so that what is sent behind it finds the script known.
 *
 * <p>Requests are executed in the order of their sending, as long as {@link #generation()} stays
 * the same, no network thread sends ({@link #mayOvertake()}), and the server does not forget its
 * scripts: one that it does not know goes out again behind what was sent meanwhile, unless its
 * order matters ({@link #runInOrder}).
 */
public final class ServerLink {

  private final Connector connector;
  private final MonotonicClock clock;
  private final Executor executor;
  private final RequestPath path = new RequestPath();
  private final RequestConnection connection;
  private final ConnectionHealth health;
  private final Pings pings;
  private final LazyReplicaLink replicas;
  private final Uptime uptime;
  private final RequestNews news;

  /**
   * Not connected yet.
   *
   * @param probe what the first connection is tried with
   * @param commandTimeout how long an answer may take
   * @param executor runs what would otherwise call back into the sending thread
   * @param whenMoved run when the server, or a Sentinel, says that it is not the master any more
   */
  public ServerLink(
      Connector connector,
      Probe probe,
      MonotonicClock clock,
      Duration commandTimeout,
      Executor executor,
      Runnable whenMoved) {
    this.connector = connector;
    this.clock = clock;
    this.executor = executor;
    this.uptime = new Uptime(clock);
    this.news = new RequestNews(clock);
    this.connection =
        new RequestConnection(connector, probe, clock, path, uptime, this::isReplaced);
    this.health = new ConnectionHealth(connector, connection, clock, uptime, whenMoved);
    this.pings = new Pings(connector, connection, health, clock);
    this.replicas =
        new LazyReplicaLink(
            () -> {
              ReplicaLink fresh =
                  new ReplicaLink(connector.another(), probe, clock, commandTimeout, executor);
              fresh.observe(news.audience());
              return fresh;
            });
    connector.listen(
        new ConnectorListener() {
          @Override
          public void notReconnected(Throwable reason) {
            connection.isNotConnected(reason);
          }

          @Override
          public void pathChanged() {
            path.becomeNew();
          }

          @Override
          public void masterMoved(String address) {
            health.masterMoved(address);
          }
        });
  }

  private void isReplaced() {
    health.forget();
  }

  /** Whether replicas have what the server was told; by a connection that nothing else uses. */
  public ReplicaLink replicas() {
    return replicas.get();
  }

  /** In a cluster: something is not where it was looked for. */
  void lookAgain() {
    health.lookAgain();
  }

  /** Over what requests go now; refused before the first connection. */
  Connector.Commands requireCommands() {
    return connection.require();
  }

  /**
   * Connects. Completes when requests can be sent; fails if locks cannot be used over the
   * connection, as rights or commands are missing.
   */
  public CompletableFuture<Void> open() {
    return connection.open();
  }

  /**
   * Changes with every end of a connection and with every new one, and in a cluster whenever
   * requests may go to another node: what was sent before may still arrive, and what was
   * acknowledged before may be unknown to the server that is there now.
   */
  public int generation() {
    return path.generation();
  }

  /** Whether PUBLISH counts the listeners of one node only. */
  public boolean isCluster() {
    return connector.isCluster();
  }

  /**
   * Sends one script call.
   *
   * @param decoder reads the reply
   * @param then never runs inside this call; must not block
   */
  public <T> void run(
      LuaScript script,
      String[] keys,
      String[] args,
      Function<List<Object>, T> decoder,
      Consumer<Outcome<T>> then) {
    run(new ScriptCall<>(script, keys, args, true, decoder, then));
  }

  /**
   * The same, but never again behind what was sent meanwhile: if the server does not know the
   * script, that is a {@linkplain ServerFailure#isOfUnknownScript() failure}, and the next call of
   * it has its text.
   */
  public <T> void runInOrder(
      LuaScript script,
      String[] keys,
      String[] args,
      Function<List<Object>, T> decoder,
      Consumer<Outcome<T>> then) {
    run(new ScriptCall<>(script, keys, args, false, decoder, then));
  }

  /**
   * Deletes a key if it is this text, by a command of the server if it has one, or else by a script
   * that does the same.
   *
   * @param then hears whether it did
   */
  public void deleteIf(LuaScript script, String key, String text, Consumer<Outcome<Boolean>> then) {
    run(connection.compareAndDelete().call(script, key, text, then));
  }

  private void run(ScriptCall<?> call) {
    StackRoom.requireForRequest();
    Connector.Commands current = connection.usable();
    if (current == null) {
      ServerFailure failure = connection.noneUsable();
      long now = clock.nanoTime();
      executor.execute(
          () -> {
            try {
              news.failed(call.script(), now, null, failure);
            } finally {
              call.failed(failure);
            }
          });
      return;
    }
    send(call, current, call.instead() == null && path.isFirstUse(call.script()));
  }

  /**
   * Whether what the current thread sends may overtake what others have sent: Netty writes at once
   * for its own threads, and later for all others.
   */
  public static boolean mayOvertake() {
    return Thread.currentThread() instanceof FastThreadLocalThread;
  }

  /** Whether the current thread is one that answers arrive on, as Lettuce names them. */
  public static boolean isOnEventLoop() {
    Thread thread = Thread.currentThread();
    return thread instanceof FastThreadLocalThread && thread.getName().startsWith("lettuce-");
  }

  /** How requests end is told to these, of this connection and of that to the replicas. */
  public void observe(String clientLabel, List<RequestObserver> observers) {
    news.observe(new RequestNews.Audience(clientLabel, observers));
  }

  /** Tells how requests end. */
  RequestNews news() {
    return news;
  }

  /** The server has forgotten it. */
  void isUnknown(LuaScript script) {
    path.isUnknown(script);
  }

  /** Runs what would otherwise call back into the sending thread. */
  Executor executor() {
    return executor;
  }

  /** Sends it with the text of the script, or with its SHA-1 only. */
  void send(ScriptCall<?> call, Connector.Commands over, boolean withText) {
    new Reply(this, over, clock.nanoTime(), call, withText).send();
  }

  /**
   * Sends a ping if nothing was heard for so long; in a cluster, where that is not known of each
   * node, to all masters. One that is not answered counts as any other request does.
   *
   * @param unanswered run if it is not answered: it is worth asking again at once
   * @return when the next ping may be due
   */
  public long pingIfIdle(Duration idle, Runnable unanswered) {
    ReplicaLink ofReplicas = replicas.ifMade();
    long due = pings.sendIfIdle(idle, unanswered);
    if (ofReplicas == null) {
      return due;
    }
    long dueOfReplicas = ofReplicas.pingIfIdle(idle, unanswered);
    return dueOfReplicas - due < 0 ? dueOfReplicas : due;
  }

  /** The server said something. */
  void heard() {
    health.heard();
  }

  /** A request failed: the connection may be of no use any more. */
  void failed(ServerFailure failure, Connector.Commands over, long sentNanos) {
    health.failed(failure, over, sentNanos);
  }

  /** The same failure, with why there is no connection if there is none and that is known. */
  ServerFailure explained(ServerFailure failure) {
    return connection.explained(failure);
  }

  /** Why the last attempt to connect failed; empty if there is a connection, or none has failed. */
  public Optional<String> whyNotConnected() {
    return connection.whyNotConnected();
  }

  /** Closes what is left of connections that this has opened. Waits, but not for long. */
  public void closeReplicas() {
    replicas.closeConnector();
  }

  // ---- what is known of it

  /** Has this one hear of each change; of a cluster, only of those of all its nodes. */
  public void hear(Uptime.Hearer hearer) {
    uptime.hear(hearer);
  }

  /** Whether requests find a connection. Of a cluster: whether the last request had an answer. */
  public Uptime.Look look() {
    return uptime.look();
  }

  /** How long ago the server last answered a request or let us in; empty if it never did. */
  public Optional<Duration> sinceLastAnswer() {
    return health.sinceLastAnswer();
  }

  /**
   * Asks the server whether it is there, and how long that takes; of a cluster, one of its nodes.
   * Completes on a thread that must not be blocked.
   */
  public CompletableFuture<Duration> ping() {
    return pings.send();
  }

  /** Closes the connection; later requests fail. */
  public CompletableFuture<Void> close() {
    connection.sendNoMore();
    replicas.close();
    return connection.close();
  }
}
