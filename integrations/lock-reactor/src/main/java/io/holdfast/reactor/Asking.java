package io.holdfast.reactor;

import io.holdfast.lock.Hold;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
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
   * Asks. One of the two is told, on a thread of the client or on this one.
   *
   * @param granted is told of the hold, also after {@link #withdraw} if that came too late
   * @param refused is told why there is none, unless the request was withdrawn
   */
  void begin(Source<H> source, Consumer<H> granted, Consumer<Throwable> refused) {
    CompletableFuture<H> asked;
    try {
      asked = source.requests().get();
    } catch (Throwable e) {
      refused.accept(e);
      return;
    }
    asked.whenComplete(
        (hold, thrown) -> {
          if (hold != null) {
            granted.accept(hold);
          } else if (!isWithdrawn) {
            Throwable why = cause(thrown);
            refused.accept(why == null ? new IllegalStateException("no hold, and no reason") : why);
          }
        });
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
