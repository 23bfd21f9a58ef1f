package io.holdfast.lock.core.gate;

import io.holdfast.lock.Hold;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Acquire, work, release, without blocking. */
final class AsyncSection {

  private AsyncSection() {}

  /**
   * To be called before it can be acquired: the work begins where the future is completed, so that
   * a hold is not taken up before.
   */
  static <T> CompletableFuture<T> run(
      CompletableFuture<Hold> acquiring,
      Function<? super Hold, ? extends CompletionStage<T>> work) {
    CompletableFuture<T> outcome = acquiring.thenCompose(hold -> workAndRelease(hold, work));
    CompletableFuture<T> result = new CompletableFuture<>();
    outcome.whenComplete(
        (value, thrown) -> {
          if (thrown == null) {
            result.complete(value);
          } else {
            result.completeExceptionally(
                thrown instanceof CompletionException && thrown.getCause() != null
                    ? thrown.getCause()
                    : thrown);
          }
        });
    // Ending the result early withdraws a request that still waits.
    result.whenComplete((value, thrown) -> Withdrawal.of(acquiring, thrown));
    return result;
  }

  private static <T> CompletionStage<T> workAndRelease(
      Hold hold, Function<? super Hold, ? extends CompletionStage<T>> work) {
    CompletionStage<T> working;
    try {
      working = Objects.requireNonNull(work.apply(hold), "the work returned no stage");
    } catch (Throwable e) { // also what Java would not let it throw: the hold must be released
      working = CompletableFuture.failedFuture(e);
    }
    return working
        .handle(
            (value, thrown) ->
                hold.releaseAsync()
                    .thenCompose(
                        released ->
                            thrown == null
                                ? CompletableFuture.completedFuture(value)
                                : CompletableFuture.<T>failedFuture(thrown))
                    .exceptionallyCompose(
                        releaseFailed ->
                            CompletableFuture.<T>failedFuture(
                                thrown == null ? releaseFailed : thrown)))
        .thenCompose(released -> released);
  }
}
