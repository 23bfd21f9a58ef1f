package io.holdfast.lock.semaphore;

import io.holdfast.lock.LockTimeoutException;
import io.holdfast.lock.Permit;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * A waiter.
 *
 * @param outcome nothing if it has given up
 * @param end makes it give up
 * @param overNanos when it gives up by itself
 */
record Leaver(CompletableFuture<Optional<Permit>> outcome, Runnable end, OptionalLong overNanos) {

  static Leaver madeTo(CompletableFuture<Optional<Permit>> outcome, Runnable end) {
    return new Leaver(outcome, end, OptionalLong.empty());
  }

  static Leaver at(long overNanos, CompletableFuture<Optional<Permit>> outcome) {
    return new Leaver(outcome, () -> {}, OptionalLong.of(overNanos));
  }

  /** The outcome of a future that is cancelled, or late. */
  static CompletableFuture<Optional<Permit>> outcome(CompletableFuture<Permit> waiting) {
    return waiting
        .thenApply(Optional::of)
        .exceptionally(
            thrown -> {
              Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
              if (cause instanceof CancellationException || cause instanceof LockTimeoutException) {
                return Optional.empty();
              }
              throw new AssertionError(thrown);
            });
  }
}
