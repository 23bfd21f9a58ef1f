package io.holdfast.lock.core.server;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Asks over a connection whether the server is there.
 *
 * @param over the connection
 * @param unanswered run if the ping goes unanswered, and nothing has replaced the connection
 */
record Ping(ServerLink link, Connector.Commands over, long sentNanos, Runnable unanswered) {

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
      link.heard();
      return;
    }
    ServerFailure failure = ServerFailure.of(cause);
    if (failure.isNotConnected() && !isCluster) {
      return; // nobody misses the connection, and Lettuce makes it
    }
    link.failed(failure, over, sentNanos);
    if (cause instanceof RedisCommandTimeoutException && link.isOver(over)) { // time has passed
      unanswered.run();
    }
  }
}
