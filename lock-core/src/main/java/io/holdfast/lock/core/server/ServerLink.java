package io.holdfast.lock.core.server;

import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.time.Backoff;
import io.holdfast.lock.core.time.MonotonicClock;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs scripts on the one connection for requests. Never blocks, never repeats by itself, except
 * that a script which the server does not know is sent with its text. The first use of a script on
 * a connection carries the text, so that what is sent behind it finds the script known.
 *
 * <p>Requests are executed in the order of their sending, as long as {@link #generation()} stays
 * the same and the server does not forget its scripts: one that it does not know goes out again
 * behind what was sent meanwhile.
 */
public final class ServerLink {

  private static final Logger LOG = LoggerFactory.getLogger(ServerLink.class);

  /** A connection is given up when requests go unanswered and nothing was heard for this long. */
  private static final long SILENCE_NANOS = Duration.ofSeconds(4).toNanos();

  /** After so long without a new connection the next one is opened without a pause. */
  private static final long CALM_NANOS = Duration.ofSeconds(10).toNanos();

  private final Connector connector;
  private final MonotonicClock clock;
  private final Executor executor;
  private final AtomicInteger generation = new AtomicInteger();
  private final AtomicBoolean opening = new AtomicBoolean();
  private final Backoff backoff = new Backoff(); // used by who has set `opening`
  private final Set<String> told = ConcurrentHashMap.newKeySet(); // scripts, on this connection
  private volatile boolean closed;
  // Written by the thread that opened it; null until then.
  private volatile Connector.@Nullable Commands commands;
  // When anything was heard last, and since when requests go unanswered. Written by the event loop
  // and the timer of time-outs.
  private volatile long heardNanos;
  private volatile boolean isSilent;
  private volatile long silentSinceNanos;
  // Not before this time is another connection opened. Written by who has set `opening`.
  private volatile long reopenNanos;

  /**
   * Not connected yet.
   *
   * @param executor runs what would otherwise call back into the sending thread
   */
  public ServerLink(Connector connector, MonotonicClock clock, Executor executor) {
    this.connector = connector;
    this.clock = clock;
    this.executor = executor;
    this.reopenNanos = clock.nanoTime();
    this.heardNanos = reopenNanos;
  }

  /** Connects. Completes when requests can be sent. */
  public CompletableFuture<Void> open() {
    return connector.connect().thenAccept(this::use).toCompletableFuture();
  }

  private void use(Connector.Commands fresh) {
    fresh
        .connection()
        .addListener(
            new RedisConnectionStateListener() {
              @Override
              public void onRedisConnected(RedisChannelHandler<?, ?> handler, SocketAddress peer) {
                becomeNew();
              }
            });
    becomeNew();
    isSilent = false;
    commands = fresh;
    if (closed) {
      fresh.connection().closeAsync();
    }
  }

  private void becomeNew() {
    told.clear();
    generation.incrementAndGet();
  }

  /** Changes with every new connection: what was sent over an earlier one may still arrive. */
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
    ScriptCall<T> call = new ScriptCall<>(script, keys, args, decoder, then);
    Connector.Commands current = commands;
    if (current == null || closed) {
      ServerFailure failure = ServerFailure.of(new RedisException("Connection is closed"));
      executor.execute(() -> call.failed(failure));
      return;
    }
    send(call, current, told.add(script.sha1()));
  }

  /** Sends it with the text of the script, or with its SHA-1 only. */
  void send(ScriptCall<?> call, Connector.Commands over, boolean withText) {
    new Reply(this, over, executor, clock.nanoTime(), call, withText).send();
  }

  /** The server said something. */
  void heard() {
    heardNanos = clock.nanoTime();
    isSilent = false;
  }

  /**
   * A request failed: is the connection dead though nobody closed it, or closed for good, or is its
   * server not the master any more?
   */
  void failed(ServerFailure failure, Connector.Commands over, long sentNanos) {
    if (!over.equals(commands) || closed) {
      return; // of an earlier connection
    }
    boolean isUnanswered = failure.kind() == ServerFailure.Kind.UNKNOWN;
    if (isUnanswered && !isSilent) {
      silentSinceNanos = heardNanos - sentNanos > 0 ? heardNanos : sentNanos;
      isSilent = true;
    }
    if (isUnanswered && isSilent && clock.nanoTime() - silentSinceNanos >= SILENCE_NANOS) {
      reopen(over, "it is silent");
    } else if (isShut(failure)) {
      reopen(over, "there is none");
    } else if (failure.isOfReplica()) {
      reopen(over, "its server is a replica now");
    }
  }

  private void reopen(Connector.Commands old, String why) {
    if (clock.nanoTime() - reopenNanos < 0 || !opening.compareAndSet(false, true)) {
      return;
    }
    if (!old.equals(commands)) { // a new one was opened meanwhile
      opening.set(false);
      return;
    }
    LOG.warn("{}: opening a new connection, as {}", connector.describe(), why);
    long now = clock.nanoTime();
    if (now - reopenNanos > CALM_NANOS) {
      backoff.reset();
    }
    reopenNanos = now + backoff.nextNanos();
    old.connection().closeAsync();
    CompletableFuture.completedFuture(null)
        .thenCompose(go -> connector.connect())
        .whenComplete(
            (fresh, thrown) -> {
              if (fresh != null) {
                use(fresh);
              } else {
                LOG.warn("{}: no new connection yet: {}", connector.describe(), thrown.toString());
              }
              opening.set(false);
            });
  }

  /** Closed by us, so that Lettuce does not reconnect it. */
  private static boolean isShut(ServerFailure failure) {
    return String.valueOf(failure.cause().getMessage()).contains("Connection is closed");
  }

  /** Closes the connection; later requests fail. */
  public CompletableFuture<Void> close() {
    closed = true;
    Connector.Commands current = commands;
    return current == null
        ? CompletableFuture.completedFuture(null)
        : current.connection().closeAsync();
  }
}
