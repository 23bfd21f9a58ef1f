package io.holdfast.micrometer;

import io.holdfast.lock.Hold;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A handle that is to come, and with which its section goes on. */
final class FutureHold {

  private FutureHold() {}

  /**
   * A future that completes as the other one does. Completing it earlier withdraws the request; a
   * hold that arrives after that is released.
   */
  static CompletableFuture<Hold> of(CompletableFuture<Hold> asked, Section section) {
    CompletableFuture<Hold> told = new CompletableFuture<>();
    asked.whenComplete(
        (hold, thrown) -> {
          if (thrown == null) {
            deliver(new ObservedHold(hold, section), told);
          } else {
            section.failed(thrown);
            told.completeExceptionally(
                thrown instanceof CompletionException && thrown.getCause() != null
                    ? thrown.getCause()
                    : thrown);
          }
        });
    told.whenComplete((hold, thrown) -> withdraw(asked, thrown)); // nothing, if it is complete
    return told;
  }

  /** A time-out is told as one. */
  private static void withdraw(CompletableFuture<Hold> asked, @Nullable Throwable thrown) {
    if (thrown instanceof TimeoutException) {
      asked.completeExceptionally(thrown);
    } else {
      asked.cancel(false);
    }
  }

  private static void deliver(Hold hold, CompletableFuture<Hold> told) {
    if (!told.complete(hold)) {
      hold.releaseAsync();
    }
  }
}
