package io.holdfast.lock.core.server;

import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** One question to the server whether it is there. */
final class SignOfLife {

  private final RequestConnection connection;
  private final ConnectionHealth health;
  private final MonotonicClock clock;
  private final Connector.Commands over;
  private final long sentNanos;
  private final CompletableFuture<Duration> answer = new CompletableFuture<>();

  SignOfLife(
      RequestConnection connection,
      ConnectionHealth health,
      MonotonicClock clock,
      Connector.Commands over,
      long sentNanos) {
    this.connection = connection;
    this.health = health;
    this.clock = clock;
    this.over = over;
    this.sentNanos = sentNanos;
  }

  CompletableFuture<Duration> send() {
    try {
      over.basic().ping().whenComplete((pong, thrown) -> answered(thrown));
    } catch (RuntimeException e) {
      answered(e); // perhaps not even sent
    }
    return answer;
  }

  private void answered(@Nullable Throwable thrown) {
    if (thrown == null) {
      health.heard();
      answer.complete(Duration.ofNanos(clock.nanoTime() - sentNanos));
      return;
    }
    Throwable cause =
        thrown instanceof CompletionException && thrown.getCause() != null
            ? thrown.getCause()
            : thrown;
    ServerFailure failure = ServerFailure.of(cause);
    if (failure.isAnswer()) {
      health.heard();
    }
    health.failed(failure, over, sentNanos);
    answer.completeExceptionally(connection.explained(failure).toException(connection.describe()));
  }
}
