package io.holdfast.lock.core.server;

import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Asks over the connection for requests whether the server is there: when nothing was heard for
 * some time, and when the application wants to know. Any thread; never blocks.
 */
final class Pings {

  private final Connector connector;
  private final RequestConnection connection;
  private final ConnectionHealth health;
  private final MonotonicClock clock;

  Pings(
      Connector connector,
      RequestConnection connection,
      ConnectionHealth health,
      MonotonicClock clock) {
    this.connector = connector;
    this.connection = connection;
    this.health = health;
    this.clock = clock;
  }

  /**
   * Sends a ping if nothing was heard for so long; in a cluster, where that is not known of each
   * node, to all masters. One that is not answered counts as any other request does.
   *
   * @param unanswered run if it is not answered: it is worth asking again at once
   * @return when the next ping may be due
   */
  long sendIfIdle(Duration idle, Runnable unanswered) {
    long now = clock.nanoTime();
    Connector.Commands over = connection.usable();
    if (over == null) {
      return now + idle.toNanos();
    }
    long idleAtNanos = health.heardNanos() + idle.toNanos();
    if (!connector.isCluster() && idleAtNanos - now > 0) {
      return idleAtNanos;
    }
    new Ping(connection, health, over, now, unanswered).send(connector);
    return now + idle.toNanos();
  }

  /**
   * Asks now; of a cluster, one of its nodes. Completes with how long the answer took, on a thread
   * that must not be blocked.
   */
  CompletableFuture<Duration> send() {
    long now = clock.nanoTime();
    StackRoom.requireForRequest();
    Connector.Commands over = connection.usable();
    if (over == null) {
      return CompletableFuture.failedFuture(
          connection.noneUsable().toException(connector.describe()));
    }
    return new SignOfLife(connection, health, clock, over, now).send();
  }
}
