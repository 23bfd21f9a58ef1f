package io.holdfast.lock.core.server;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** One question to the server whether it is there. */
final class SignOfLife {

  private final ServerLink link;
  private final Connector.Commands over;
  private final long sentNanos;
  private final CompletableFuture<Duration> answer = new CompletableFuture<>();

  SignOfLife(ServerLink link, Connector.Commands over, long sentNanos) {
    this.link = link;
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
      link.heard();
      answer.complete(link.since(sentNanos));
      return;
    }
    Throwable cause =
        thrown instanceof CompletionException && thrown.getCause() != null
            ? thrown.getCause()
            : thrown;
    ServerFailure failure = ServerFailure.of(cause);
    if (failure.isAnswer()) {
      link.heard();
    }
    link.failed(failure, over, sentNanos);
    answer.completeExceptionally(link.explained(failure).toException(link.describe()));
  }
}
