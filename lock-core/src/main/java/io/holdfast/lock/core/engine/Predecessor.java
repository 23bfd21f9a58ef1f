package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.server.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An acquisition that is to be released by the request that asks for the next.
 *
 * @param departure how it ends
 * @param keepNanos for how long the server may keep it
 * @param released whether it was held, when known
 * @param conditions how the next is to wait for a signal; null if it asks for the lock
 */
record Predecessor(
    Verbs.Departure departure,
    long keepNanos,
    CompletableFuture<Boolean> released,
    @Nullable ConditionVerbs conditions) {

  Predecessor withTombstone() {
    return new Predecessor(departure.withTombstone(), keepNanos, released, conditions);
  }

  void send(Verbs verbs, Question next, Consumer<Outcome<Verbs.Released>> then) {
    if (conditions == null) {
      verbs.releaseAndAsk(departure, next, then);
    } else {
      conditions.await(departure, next, then);
    }
  }

  /** It has been ended by a request of its own, or is given up: if it was held, it was ended. */
  void settle(@Nullable Throwable thrown) {
    if (thrown == null) {
      released.complete(true);
    } else {
      released.completeExceptionally(thrown);
    }
  }
}
