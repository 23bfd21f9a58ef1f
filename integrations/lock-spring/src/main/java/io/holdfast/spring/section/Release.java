package io.holdfast.spring.section;

import io.holdfast.lock.LeaseLostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.scheduler.Schedulers;

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
        .thenApply(released -> true) // the time-out must not end the release itself
        .completeOnTimeout(false, PATIENCE_SECONDS, TimeUnit.SECONDS)
        .whenComplete(
            (isReleased, thrown) -> {
              if (thrown == null && !isReleased) { // by the JVM's one thread for all time-outs
                Schedulers.boundedElastic().schedule(() -> then.accept(null));
              } else {
                then.accept(loss(Wanted.cause(thrown)));
              }
            });
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
