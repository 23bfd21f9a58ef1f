package io.holdfast.lock.core.server;

import io.holdfast.lock.core.time.MonotonicClock;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisException;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The one connection for requests, from the first to the last: opens it, puts another in its place,
 * closes it, and knows why there is none. Whether another is needed is decided by {@link
 * ConnectionHealth}. Any thread; never blocks.
 */
final class RequestConnection {

  private final Connector connector;
  private final Probe probe;
  private final RequestPath path;
  private final Uptime uptime;
  private final Runnable whenReplaced;
  private final Reopening reopening;
  private final CompareAndDelete compareAndDelete = new CompareAndDelete();
  // Null until the first is open.
  private final AtomicReference<Connector.@Nullable Commands> present = new AtomicReference<>();
  private volatile boolean isClosed;
  // Why the last attempt to connect failed; null while there is a connection, or none has failed.
  private volatile @Nullable Throwable whyAway;

  /**
   * Not connected yet.
   *
   * @param probe what the first connection is tried with
   * @param path becomes a new one with every end of a connection, and with every new connection
   * @param uptime hears whether the connection is up
   * @param whenReplaced run when requests go over another connection than before
   */
  RequestConnection(
      Connector connector,
      Probe probe,
      MonotonicClock clock,
      RequestPath path,
      Uptime uptime,
      Runnable whenReplaced) {
    this.connector = connector;
    this.probe = probe;
    this.path = path;
    this.uptime = uptime;
    this.whenReplaced = whenReplaced;
    this.reopening = new Reopening(connector.describe(), clock);
  }

  // ---- what requests go over

  /** Null if nothing can be sent: before the first connection, and after the last. */
  Connector.@Nullable Commands usable() {
    Connector.Commands current = present.get();
    return current == null || isClosed ? null : current;
  }

  /** Over what requests go now; refused before the first connection. */
  Connector.Commands require() {
    Connector.Commands current = present.get();
    if (current == null) {
      throw new RedisException("not connected yet");
    }
    return current;
  }

  /** Whether requests go over this one now. */
  boolean isOver(Connector.Commands one) {
    return one.equals(present.get());
  }

  /** How a key is deleted at the server of the first connection. */
  CompareAndDelete compareAndDelete() {
    return compareAndDelete;
  }

  /** Whether nothing is sent any more. */
  boolean isClosed() {
    return isClosed;
  }

  /** The server, for people; without its password. */
  String describe() {
    return connector.describe();
  }

  // ---- opening

  /**
   * Connects. Completes when requests can be sent; fails if locks cannot be used over the
   * connection, as rights or commands are missing.
   */
  CompletableFuture<Void> open() {
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
        .thenApply(
            found -> {
              compareAndDelete.found(found.orElse(null));
              return fresh;
            });
  }

  /** Has another take the place of this one, unless that was tried just now. */
  void reopen(Connector.Commands old, String why) {
    reopening.begin(
        why,
        old.connection(),
        () -> isOver(old),
        () -> {
          uptime.down(why);
          return told(connector.connect());
        },
        fresh -> use(old, fresh));
  }

  private CompletionStage<Connector.Commands> told(CompletionStage<Connector.Commands> connecting) {
    return connecting.whenComplete(
        (fresh, thrown) -> {
          if (thrown != null) {
            isNotConnected(thrown);
          }
        });
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
                path.becomeNew();
                cameUp(fresh);
              }

              @Override
              public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
                path.becomeNew(); // before anything can be sent over the next one
                wentDown(fresh);
              }
            });
    path.becomeNew();
    if (!present.compareAndSet(old, fresh)) {
      fresh.connection().closeAsync();
      return;
    }
    path.becomeNew(); // what was begun in between went over the old one
    whenReplaced.run();
    whyAway = null;
    cameUp(fresh);
    if (isClosed) {
      fresh.connection().closeAsync();
    }
  }

  private void cameUp(Connector.Commands it) {
    if (isOver(it)) {
      uptime.up();
      if (!it.connection().isOpen()) {
        wentDown(it); // before that was known
      }
    }
  }

  /** Of a cluster it is the connection to one node of several. */
  private void wentDown(Connector.Commands it) {
    if (isOver(it) && !connector.isCluster()) {
      uptime.ended();
    }
  }

  // ---- why there is none

  /** An attempt has failed: by Lettuce or here; by Lettuce it may be for an earlier connection. */
  void isNotConnected(Throwable reason) {
    Connector.Commands current = present.get();
    if (connector.isCluster() || current == null || !current.connection().isOpen()) {
      whyAway = reason;
      uptime.failed(reason);
    }
  }

  /** Why the last attempt to connect failed; empty if there is a connection, or none has failed. */
  Optional<String> whyNotConnected() {
    return Optional.ofNullable(whyAway).map(FailureReason::of);
  }

  /** How a request fails that nothing is there for. */
  ServerFailure noneUsable() {
    return explained(
        ServerFailure.of(
            new RedisException(isClosed ? "Connection is closed" : "not connected yet")));
  }

  /** The same failure, with why there is no connection if there is none and that is known. */
  ServerFailure explained(ServerFailure failure) {
    Throwable reason = whyAway;
    boolean isAway = failure.isNotConnected() || failure.isOfClosedConnection();
    return reason == null || isClosed || !isAway ? failure : failure.because(reason);
  }

  // ---- the end

  /** Later requests fail. */
  void sendNoMore() {
    isClosed = true;
  }

  /** Closes it; after {@link #sendNoMore}. */
  CompletableFuture<Void> close() {
    uptime.close();
    Connector.Commands current = present.get();
    return current == null
        ? CompletableFuture.completedFuture(null)
        : current.connection().closeAsync();
  }
}
