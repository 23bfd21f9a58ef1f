package io.holdfast.lock.core.server;

import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.time.MonotonicClock;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisException;
import io.lettuce.core.ScriptOutputType;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs scripts on the one connection for requests. Never blocks, never repeats by itself, except
 * that a script which the server does not know is sent with its text.
 *
 * <p>Requests are executed in the order of their sending, as long as {@link #generation()} stays
 * the same and the server knows the scripts: one that it does not know goes out again behind what
 * was sent meanwhile.
 */
public final class ServerLink {

  private static final Logger LOG = LoggerFactory.getLogger(ServerLink.class);

  /** A connection is given up when requests go unanswered and nothing was heard for this long. */
  private static final long SILENCE_NANOS = Duration.ofSeconds(4).toNanos();

  private final Connector connector;
  private final MonotonicClock clock;
  private final Executor executor;
  private final AtomicInteger generation = new AtomicInteger();
  private final AtomicBoolean opening = new AtomicBoolean();
  private volatile boolean closed;
  // Written by the thread that opened it; null until then.
  private volatile Connector.@Nullable Commands commands;
  // Since when requests go unanswered. Written by the event loop and the timer of time-outs.
  private volatile boolean isSilent;
  private volatile long silentSinceNanos;

  /**
   * Not connected yet.
   *
   * @param executor runs what would otherwise call back into the sending thread
   */
  public ServerLink(Connector connector, MonotonicClock clock, Executor executor) {
    this.connector = connector;
    this.clock = clock;
    this.executor = executor;
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
                generation.incrementAndGet();
              }
            });
    generation.incrementAndGet();
    isSilent = false;
    commands = fresh;
    if (closed) {
      fresh.connection().closeAsync();
    }
  }

  /** Changes with every new connection: what was sent over an earlier one may still arrive. */
  public int generation() {
    return generation.get();
  }

  /** Whether PUBLISH counts the listeners of one node only. */
  public boolean isCluster() {
    return connector.isCluster();
  }

  /** Sends one script call. {@code then} never runs inside this call; it must not block. */
  public void run(
      LuaScript script, String[] keys, String[] args, Consumer<Outcome<List<Object>>> then) {
    Connector.Commands current = commands;
    if (current == null || closed) {
      ServerFailure failure = ServerFailure.of(new RedisException("Connection is closed"));
      executor.execute(() -> then.accept(new Outcome.Failed<>(failure)));
      return;
    }
    Reply reply = new Reply(this, executor, clock.nanoTime(), then);
    reply.ifNotKnown(
        () ->
            new Reply(this, executor, clock.nanoTime(), then)
                .listenTo(
                    () ->
                        current
                            .scripting()
                            .eval(script.text(), ScriptOutputType.MULTI, keys, args)));
    reply.listenTo(
        () -> current.scripting().evalsha(script.sha1(), ScriptOutputType.MULTI, keys, args));
  }

  /** The server said something. */
  void heard() {
    isSilent = false;
  }

  /** A request failed: is the connection dead though nobody closed it, or closed for good? */
  void failed(ServerFailure failure, long sentNanos) {
    boolean isUnanswered = failure.kind() == ServerFailure.Kind.UNKNOWN;
    if (isUnanswered && !isSilent) {
      silentSinceNanos = sentNanos;
      isSilent = true;
    }
    boolean isDead =
        isUnanswered && isSilent && clock.nanoTime() - silentSinceNanos >= SILENCE_NANOS;
    Connector.Commands current = commands;
    if (current != null && (isDead || isShut(failure)) && !closed) {
      reopen(current);
    }
  }

  private void reopen(Connector.Commands old) {
    if (!opening.compareAndSet(false, true)) {
      return;
    }
    LOG.warn("{} is silent: opening a new connection", connector.describe());
    old.connection().closeAsync();
    CompletableFuture.completedFuture(null)
        .thenCompose(go -> connector.connect())
        .whenComplete(
            (fresh, thrown) -> {
              if (fresh != null) {
                use(fresh);
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
