package io.holdfast.reactor;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;

/** The end of a hold. Any thread; callbacks come on any thread. */
final class Ending {

  private static final Logger LOG = LoggerFactory.getLogger(Ending.class);

  /** A server that is away does not keep the outcome of the work back: the release goes on. */
  static final Duration PATIENCE = Duration.ofSeconds(2);

  private Ending() {}

  /**
   * Releases.
   *
   * @param then is told when that is acknowledged or has failed; of the loss, if the hold was lost
   */
  static void release(Hold hold, Stage stage, Consumer<Optional<LeaseLostException>> then) {
    CompletableFuture<Void> releasing;
    try {
      releasing = hold.releaseAsync();
    } catch (Throwable e) { // no room on the stack, say: there is more on that of another thread
      releasing =
          CompletableFuture.supplyAsync(hold::releaseAsync, stage::run)
              .thenCompose(released -> released);
    }
    releasing.whenComplete((released, thrown) -> then.accept(loss(hold, Asking.cause(thrown))));
  }

  /** The same; {@code then} is told after {@link #PATIENCE} at the latest. */
  static void releaseInTime(Hold hold, Stage stage, Consumer<Optional<LeaseLostException>> then) {
    CompletableFuture<Optional<LeaseLostException>> outcome = new CompletableFuture<>();
    outcome.thenAccept(then);
    release(
        hold,
        stage,
        loss -> {
          if (!outcome.complete(loss)) {
            log(loss);
          }
        });
    if (!outcome.isDone()) {
      Disposable limit = stage.runLater(() -> outcome.complete(Optional.empty()), PATIENCE);
      outcome.thenRun(limit::dispose);
    }
  }

  /** Releases what nobody waits for. */
  static void unheeded(Hold hold, Stage stage) {
    release(hold, stage, Ending::log);
  }

  /** Releases a hold that is not valid any more, and tells why. */
  static void ofInvalid(Hold hold, Stage stage, Consumer<LeaseLostException> then) {
    LeaseLostException untold =
        new LeaseLostException(hold.lockName(), hold.token(), LossCause.EXPIRED);
    releaseInTime(hold, stage, loss -> then.accept(loss.orElse(untold)));
  }

  /** Tells of a loss where no subscriber hears of it any more. */
  static void log(Optional<LeaseLostException> loss) {
    loss.ifPresent(
        lost ->
            LOG.warn(
                "{}; its subscriber was cancelled, or has heard of the end of the work",
                lost.getMessage()));
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
}
