package io.holdfast.reactor;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;

/** The end of a hold. Any thread. */
final class Ending {

  private static final Logger LOG = LoggerFactory.getLogger(Ending.class);

  /** A server that is away does not keep the outcome of the work back: the release goes on. */
  static final Duration PATIENCE = Duration.ofSeconds(2);

  private Ending() {}

  /**
   * Releases, and tells when that is acknowledged, or its time is over.
   *
   * @param then is told of the loss, if the hold was lost; on whatever thread
   */
  static void of(Hold hold, Stage stage, Consumer<Optional<LeaseLostException>> then) {
    CompletableFuture<Optional<LeaseLostException>> outcome = new CompletableFuture<>();
    release(hold, stage)
        .whenComplete(
            (released, thrown) -> {
              Optional<LeaseLostException> loss = loss(hold, Asking.cause(thrown));
              if (!outcome.complete(loss)) {
                loss.ifPresent(Ending::logLate);
              }
            });
    if (!outcome.isDone()) {
      Disposable limit = stage.runLater(() -> outcome.complete(Optional.empty()), PATIENCE);
      outcome.thenRun(limit::dispose);
    }
    outcome.thenAccept(then);
  }

  /** Releases what nobody waits for. */
  static void unheeded(Hold hold, Stage stage) {
    release(hold, stage)
        .whenComplete(
            (released, thrown) -> loss(hold, Asking.cause(thrown)).ifPresent(Ending::logLate));
  }

  /** Takes back what is lost already, and told. */
  static void ofLost(Hold hold, Stage stage) {
    CompletableFuture<Void> unused = release(hold, stage);
  }

  private static CompletableFuture<Void> release(Hold hold, Stage stage) {
    try {
      return hold.releaseAsync();
    } catch (Throwable e) { // no room on the stack, say: there is more on that of another thread
      return CompletableFuture.supplyAsync(hold::releaseAsync, stage::run)
          .thenCompose(releasing -> releasing);
    }
  }

  private static Optional<LeaseLostException> loss(Hold hold, @Nullable Throwable thrown) {
    if (thrown instanceof LeaseLostException loss) {
      return Optional.of(loss);
    }
    if (thrown != null) {
      LOG.warn(
          "Lock '{}': the release of token {} failed; the hold ends with its lease: {}",
          hold.lockName(),
          hold.token(),
          thrown.toString());
    }
    return Optional.empty();
  }

  private static void logLate(LeaseLostException loss) {
    LOG.warn(
        "{}; its subscriber was cancelled, or has heard of the end of the work", loss.getMessage());
  }
}
