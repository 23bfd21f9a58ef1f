package io.holdfast.lock.core.server;

import io.holdfast.lock.RequestObserver;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.time.MonotonicClock;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisException;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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

  /**
   * Lettuce connects again by itself, in pauses that grow up to 30 s: a connection that has not
   * come back by then is ours to open.
   */
  private static final long ABSENCE_NANOS = Duration.ofSeconds(1).toNanos();

  /** A cluster is down, and not only doubted, when requests found no node for this long. */
  private static final long CLUSTER_ABSENCE_NANOS = Duration.ofSeconds(4).toNanos();

  private final Connector connector;
  private final Probe probe;
  private final MonotonicClock clock;
  private final Executor executor;
  private final AtomicInteger generation = new AtomicInteger();
  private final Reopening reopening;
  private final Runnable whenMoved;
  private final Set<String> told = ConcurrentHashMap.newKeySet(); // scripts, on this connection
  private volatile boolean closed;
  // Null until the first is open.
  private final AtomicReference<Connector.@Nullable Commands> commands = new AtomicReference<>();
  private final Duration commandTimeout;
  private final ReentrantLock replicasLock = new ReentrantLock();
  private @Nullable ReplicaLink replicas; // guarded by that lock; made for the first who asks
  private final Silence silence;
  private final TopologyRefresh topology;
  private final Uptime uptime;
  private final RequestNews news;
  // Since when requests find no connection. Written by the event loop and the timer of time-outs.
  private volatile boolean isAbsent;
  private volatile long absentSinceNanos;
  // Why the last attempt to connect failed; null while there is a connection, or none has failed.
  private volatile @Nullable Throwable whyAway;

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
    this.probe = probe;
    this.clock = clock;
    this.commandTimeout = commandTimeout;
    this.executor = executor;
    this.whenMoved = whenMoved;
    this.reopening = new Reopening(connector.describe(), clock);
    this.silence = new Silence(clock);
    this.topology = new TopologyRefresh(connector, clock, this::hasLooked);
    this.uptime = new Uptime(clock);
    this.news = new RequestNews(clock);
    connector.listen(
        new ConnectorListener() {
          @Override
          public void notReconnected(Throwable reason) {
            isNotConnected(reason);
          }

          @Override
          public void pathChanged() {
            becomeNew();
          }

          @Override
          public void masterMoved(String address) {
            leave(address);
          }
        });
  }

  /** Whether replicas have what the server was told; by a connection that nothing else uses. */
  public ReplicaLink replicas() {
    replicasLock.lock();
    try {
      ReplicaLink present = replicas;
      if (present == null) {
        present = new ReplicaLink(connector.another(), probe, clock, commandTimeout, executor);
        present.observe(news.audience());
        replicas = present;
        if (closed) { // nobody would close it
          var unused = present.close();
        }
      }
      return present;
    } finally {
      replicasLock.unlock();
    }
  }

  private @Nullable ReplicaLink openedReplicas() {
    replicasLock.lock();
    try {
      return replicas;
    } finally {
      replicasLock.unlock();
    }
  }

  /** In a cluster: something is not where it was looked for. */
  void lookAgain() {
    if (connector.isCluster()) {
      topology.begin();
    }
  }

  /** Over what requests go now; refused before the first connection. */
  Connector.Commands requireCommands() {
    Connector.Commands current = commands.get();
    if (current == null) {
      throw new RedisException("not connected yet");
    }
    return current;
  }

  /**
   * Connects. Completes when requests can be sent; fails if locks cannot be used over the
   * connection, as rights or commands are missing.
   */
  public CompletableFuture<Void> open() {
    return told(connector.connect().thenCompose(this::tried))
        .thenAccept(fresh -> use(null, fresh))
        .toCompletableFuture();
  }

  /** A connection of no use is closed: the next attempt makes another. */
  private CompletionStage<Connector.Commands> tried(Connector.Commands fresh) {
    return probe
        .over(fresh)
        .whenComplete(
            (passed, thrown) -> {
              if (thrown != null) {
                fresh.connection().closeAsync();
              }
            })
        .thenApply(passed -> fresh);
  }

  private CompletionStage<Connector.Commands> connect() {
    return told(connector.connect());
  }

  private CompletionStage<Connector.Commands> told(CompletionStage<Connector.Commands> connecting) {
    return connecting.whenComplete(
        (fresh, thrown) -> {
          if (thrown != null) {
            isNotConnected(thrown);
          }
        });
  }

  /** Here, or by Lettuce; then maybe another connection than this one. */
  private void isNotConnected(Throwable reason) {
    Connector.Commands current = commands.get();
    if (connector.isCluster() || current == null || !current.connection().isOpen()) {
      whyAway = reason;
      uptime.failed(reason);
    }
  }

  /** In the place of the old one; closed if that has been replaced meanwhile. */
  private void use(Connector.@Nullable Commands old, Connector.Commands fresh) {
    fresh
        .connection()
        .addListener(
            new RedisConnectionStateListener() {
              @Override
              public void onRedisConnected(RedisChannelHandler<?, ?> handler, SocketAddress peer) {
                whyAway = null;
                becomeNew();
                cameUp(fresh);
              }

              @Override
              public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
                becomeNew(); // before anything can be sent over the next one
                wentDown(fresh);
              }
            });
    becomeNew();
    if (!commands.compareAndSet(old, fresh)) {
      fresh.connection().closeAsync();
      return;
    }
    becomeNew(); // what was begun in between went over the old one
    silence.forget();
    isAbsent = false;
    whyAway = null;
    cameUp(fresh);
    if (closed) {
      fresh.connection().closeAsync();
    }
  }

  private void cameUp(Connector.Commands it) {
    if (it.equals(commands.get())) {
      uptime.up();
      if (!it.connection().isOpen()) {
        wentDown(it); // before that was known
      }
    }
  }

  /** Of a cluster it is the connection to one node of several. */
  private void wentDown(Connector.Commands it) {
    if (it.equals(commands.get()) && !connector.isCluster()) {
      uptime.ended();
    }
  }

  private void becomeNew() {
    told.clear();
    generation.incrementAndGet();
  }

  /**
   * Changes with every end of a connection and with every new one, and in a cluster whenever
   * requests may go to another node: what was sent before may still arrive, and what was
   * acknowledged before may be unknown to the server that is there now.
   */
  public int generation() {
    return generation.get();
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

  private void run(ScriptCall<?> call) {
    StackRoom.requireForRequest();
    Connector.Commands current = commands.get();
    if (current == null || closed) {
      ServerFailure failure =
          explained(
              ServerFailure.of(
                  new RedisException(closed ? "Connection is closed" : "not connected yet")));
      long now = clock.nanoTime();
      executor.execute(
          () -> {
            try {
              news.failed(call.script(), now, failure);
            } finally {
              call.failed(failure);
            }
          });
      return;
    }
    send(call, current, told.add(call.script().sha1()));
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
    told.remove(script.sha1());
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
    ReplicaLink ofReplicas = openedReplicas();
    long due = pingOwnIfIdle(idle, unanswered);
    if (ofReplicas == null) {
      return due;
    }
    long dueOfReplicas = ofReplicas.pingIfIdle(idle, unanswered);
    return dueOfReplicas - due < 0 ? dueOfReplicas : due;
  }

  private long pingOwnIfIdle(Duration idle, Runnable unanswered) {
    long now = clock.nanoTime();
    Connector.Commands over = commands.get();
    if (over == null || closed) {
      return now + idle.toNanos();
    }
    long idleAtNanos = silence.heardNanos() + idle.toNanos();
    if (!connector.isCluster() && idleAtNanos - now > 0) {
      return idleAtNanos;
    }
    new Ping(this, over, now, unanswered).send(connector);
    return now + idle.toNanos();
  }

  /** Whether requests go over this one now. */
  boolean isOver(Connector.Commands one) {
    return one.equals(commands.get());
  }

  /** The server said something. */
  void heard() {
    silence.heard();
    isAbsent = false;
    if (connector.isCluster()) {
      uptime.up();
    }
  }

  /**
   * A request failed: is the connection dead though nobody closed it, or closed for good, or is its
   * server not the master any more?
   */
  void failed(ServerFailure failure, Connector.Commands over, long sentNanos) {
    if (!isOver(over) || closed) {
      return; // of an earlier connection
    }
    if (connector.isCluster() && !failure.isAnswer()) {
      uptime.doubt(FailureReason.of(explained(failure).cause()));
    }
    if (failure.kind() == ServerFailure.Kind.UNKNOWN) {
      unanswered(over, sentNanos);
    } else if (failure.isOfClosedConnection()) {
      reopen(over, "there is no connection");
    } else if (failure.isNotConnected() || (connector.isCluster() && failure.isUnreached())) {
      notConnected(over);
    } else if (failure.isOfReplica()) {
      reopen(over, "its server is a replica now");
      whenMoved.run();
    }
  }

  /** The same failure, with why there is no connection if there is none and that is known. */
  ServerFailure explained(ServerFailure failure) {
    Throwable reason = whyAway;
    boolean isAway = failure.isNotConnected() || failure.isOfClosedConnection();
    return reason == null || closed || !isAway ? failure : failure.because(reason);
  }

  /** Why the last attempt to connect failed; empty if there is a connection, or none has failed. */
  public Optional<String> whyNotConnected() {
    return Optional.ofNullable(whyAway).map(FailureReason::of);
  }

  private void unanswered(Connector.Commands over, long sentNanos) {
    boolean othersAnswer = connector.isCluster() && silence.wasHeardSince(sentNanos);
    if (!othersAnswer && silence.isTooLong(sentNanos)) {
      reopen(over, "it is silent");
    } else if (connector.isCluster()) {
      topology.begin(); // one node may hang, and another may have taken its place
    }
  }

  private void notConnected(Connector.Commands over) {
    if (!isAbsent) {
      absentSinceNanos = clock.nanoTime();
      isAbsent = true;
    }
    if (connector.isCluster()) { // one node may be away, and the others are there
      topology.begin();
    } else if (isAbsentFor(ABSENCE_NANOS)) {
      reopen(over, "it does not come back");
    }
  }

  private boolean isAbsentFor(long nanos) {
    return isAbsent && clock.nanoTime() - absentSinceNanos >= nanos;
  }

  /** All nodes of a cluster were asked, and one has answered, or none. */
  private void hasLooked(boolean isAnyThere) {
    if (isAnyThere) {
      isAbsent = false;
    } else if (isAbsentFor(CLUSTER_ABSENCE_NANOS)) {
      uptime.down("none of its nodes is connected");
    }
  }

  private void leave(String newMaster) {
    Connector.Commands current = commands.get();
    if (current != null && !closed) {
      reopen(current, newMaster + " is the master now");
      whenMoved.run();
    }
  }

  private void reopen(Connector.Commands old, String why) {
    reopening.begin(
        why,
        old.connection(),
        () -> old.equals(commands.get()),
        () -> {
          uptime.down(why);
          return connect();
        },
        fresh -> use(old, fresh));
  }

  /** Closes what is left of connections that this has opened. Waits, but not for long. */
  public void closeReplicas() {
    ReplicaLink ofReplicas = openedReplicas();
    if (ofReplicas != null) {
      ofReplicas.closeConnector();
    }
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
    return Stream.of(silence.sinceHeard(), uptime.sinceLastUp())
        .flatMap(Optional::stream)
        .min(Comparator.naturalOrder());
  }

  /**
   * Asks the server whether it is there, and how long that takes; of a cluster, one of its nodes.
   * Completes on a thread that must not be blocked.
   */
  public CompletableFuture<Duration> ping() {
    long now = clock.nanoTime();
    StackRoom.requireForRequest();
    Connector.Commands current = commands.get();
    if (current == null || closed) {
      RedisException none =
          new RedisException(closed ? "Connection is closed" : "not connected yet");
      return CompletableFuture.failedFuture(
          explained(ServerFailure.of(none)).toException(connector.describe()));
    }
    return new SignOfLife(this, current, now).send();
  }

  Duration since(long nanos) {
    return Duration.ofNanos(clock.nanoTime() - nanos);
  }

  String describe() {
    return connector.describe();
  }

  /** Closes the connection; later requests fail. */
  public CompletableFuture<Void> close() {
    closed = true;
    ReplicaLink ofReplicas = openedReplicas();
    if (ofReplicas != null) {
      var unused = ofReplicas.close();
    }
    uptime.close();
    Connector.Commands current = commands.get();
    return current == null
        ? CompletableFuture.completedFuture(null)
        : current.connection().closeAsync();
  }
}
