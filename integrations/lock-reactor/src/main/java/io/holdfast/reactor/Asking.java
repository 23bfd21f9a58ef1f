package io.holdfast.reactor;

import io.holdfast.lock.Hold;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A request for a hold. Either the future is withdrawn before it is granted, and then the client
 * releases what arrives later, or the caller of {@link #begin} is told of the hold.
 */
final class Asking<H extends Hold> {

  /** Written by the thread that begins; read by the thread that withdraws. */
  private volatile @Nullable CompletableFuture<H> request;

  private volatile boolean isWithdrawn;

  /**
   * Asks.
   *
   * @param answered is told of the hold or of a failure; on a thread of the client, or on this one
   */
  void begin(Source<H> source, BiConsumer<@Nullable H, @Nullable Throwable> answered) {
    CompletableFuture<H> asked;
    try {
      asked = source.requests().get();
    } catch (Throwable e) {
      answered.accept(null, e);
      return;
    }
    asked.whenComplete((hold, thrown) -> answered.accept(hold, cause(thrown)));
    request = asked;
    if (isWithdrawn) { // before there was a future to cancel
      asked.cancel(false);
    }
  }

  void withdraw() {
    isWithdrawn = true;
    CompletableFuture<H> asked = request;
    if (asked != null) {
      asked.cancel(false);
    }
  }

  static @Nullable Throwable cause(@Nullable Throwable thrown) {
    return thrown instanceof CompletionException && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
  }
}
