package io.holdfast.lock.core.server;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Asks over a connection whether the server is there.
 *
 * @param connection what it goes over, as long as nothing has replaced that
 * @param health hears what came of it
 * @param over the connection of now
 * @param unanswered run if the ping goes unanswered, and nothing has replaced the connection
 */
record Ping(
    RequestConnection connection,
    ConnectionHealth health,
    Connector.Commands over,
    long sentNanos,
    Runnable unanswered) {

  void send(Connector connector) {
    try {
      for (CompletionStage<String> ping : connector.ping(over)) {
        ping.whenComplete((pong, thrown) -> answered(connector.isCluster(), thrown));
      }
    } catch (RuntimeException e) { // not even sent
      answered(connector.isCluster(), e);
    }
  }

  private void answered(boolean isCluster, @Nullable Throwable thrown) {
    Throwable cause = thrown == null ? null : ServerFailure.reported(thrown);
    if (cause == null || cause instanceof RedisCommandExecutionException) {
      health.heard();
      return;
    }
    ServerFailure failure = ServerFailure.of(cause);
    if (failure.isNotConnected() && !isCluster) {
      return; // nobody misses the connection, and Lettuce makes it
    }
    health.failed(failure, over, sentNanos);
    if (cause instanceof RedisCommandTimeoutException
        && connection.isOver(over)) { // time has passed
      unanswered.run();
    }
  }
}
