package io.holdfast.lock.core.gate;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The end of a request that still waits, as nobody wants what it would bring any more. */
final class Withdrawal {

  private Withdrawal() {}

  /**
   * Ends the waiting, if it has not ended.
   *
   * @param thrown how what depends on it has ended: a time-out is told as one
   */
  static void of(CompletableFuture<?> waiting, @Nullable Throwable thrown) {
    if (thrown instanceof TimeoutException) {
      waiting.completeExceptionally(thrown);
    } else {
      waiting.cancel(false);
    }
  }
}
