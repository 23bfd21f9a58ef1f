package io.holdfast.spring.section;

import io.holdfast.lock.LeaseLostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The end of handles. */
final class Release {

  private static final Logger log = LoggerFactory.getLogger(Section.class);

  /** A server that is away does not keep the outcome of the work back: the release goes on. */
  private static final long PATIENCE_SECONDS = 2;

  private Release() {}

  /** Releases, then tells of the loss, or null. */
  static void of(Grant grant, Consumer<@Nullable LeaseLostException> then) {
    CompletableFuture<Void> releasing;
    try {
      releasing = grant.releaseAsync();
    } catch (RuntimeException e) {
      releasing = CompletableFuture.failedFuture(e);
    }
    releasing
        .copy() // the time-out must not end the release itself
        .completeOnTimeout(null, PATIENCE_SECONDS, TimeUnit.SECONDS)
        .whenComplete((released, thrown) -> then.accept(loss(Wanted.cause(thrown))));
  }

  /** Releases what nobody waits for. */
  static void unheeded(Grant grant) {
    of(
        grant,
        loss -> {
          if (loss != null) {
            log.warn("{}; its section was cancelled", loss.getMessage());
          }
        });
  }

  private static @Nullable LeaseLostException loss(@Nullable Throwable thrown) {
    if (thrown instanceof LeaseLostException loss) {
      return loss;
    }
    if (thrown != null) { // the lease ends it
      log.warn("release failed: {}", thrown.getMessage());
    }
    return null;
  }
}
