package io.holdfast.lock.core.gate;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * How far the server's answer to a request has come when its caller waits no longer: for the end of
 * a hold, or for a change. Any thread; no monitor is held.
 */
enum Acknowledgement {
  /** The server has answered. */
  ANSWERED,
  /** The server refused, or the client was closed before it answered. */
  FAILED,
  /** There is no answer yet: the request is retried in the background. */
  LATE;

  /** Waits through all interrupts, for no longer than that. */
  static Acknowledgement await(CompletableFuture<?> answer, Duration longest) {
    Parking.awaitUninterruptibly(answer, longest);
    return of(answer);
  }

  /** What has become of it by now. */
  static Acknowledgement of(CompletableFuture<?> answer) {
    if (!answer.isDone()) {
      return LATE;
    }
    return answer.isCompletedExceptionally() ? FAILED : ANSWERED;
  }

  /** Why it {@link #FAILED}. */
  static Throwable causeOf(CompletableFuture<?> failed) {
    try {
      failed.join();
      throw new IllegalStateException("it has not failed");
    } catch (CompletionException e) {
      return e.getCause() == null ? e : e.getCause();
    }
  }

  /**
   * The answer for a caller that does not wait.
   *
   * @param executor completes the future
   * @param failureOf why an answer is a failure for the caller; empty if it is none
   */
  static <T> CompletableFuture<Void> later(
      CompletableFuture<T> answer, Executor executor, Function<T, Optional<Throwable>> failureOf) {
    CompletableFuture<Void> told = new CompletableFuture<>();
    answer.whenCompleteAsync(
        (reply, thrown) -> {
          Optional<Throwable> failure =
              thrown == null ? failureOf.apply(reply) : Optional.of(thrown);
          if (failure.isPresent()) {
            told.completeExceptionally(failure.get());
          } else {
            told.complete(null);
          }
        },
        executor);
    return told;
  }
}
