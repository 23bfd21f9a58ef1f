package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.server.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An acquisition that is to be released by the request that asks for the next.
 *
 * @param releaseRequest how it ends
 * @param keepNanos for how long the server may keep it
 * @param doubts what is not certain about that
 * @param released whether it was held, when known
 * @param conditions how the next is to wait for a signal; null if it asks for the lock
 */
record PendingRelease(
    Verbs.ReleaseRequest releaseRequest,
    long keepNanos,
    Doubts doubts,
    CompletableFuture<Boolean> released,
    @Nullable ConditionVerbs conditions) {

  PendingRelease withTombstone() {
    return new PendingRelease(
        releaseRequest.withTombstone(), keepNanos, doubts, released, conditions);
  }

  /**
   * Ends it and asks for the next.
   *
   * @param behind sends what is to be sent behind that, if it went to another server than it was
   *     meant for
   */
  void send(
      Verbs verbs,
      AskRequest next,
      Consumer<Verbs.ReleaseRequest> behind,
      Consumer<Outcome<Verbs.Released>> then) {
    Verbs.ReleaseRequest sent = doubts.applyTo(releaseRequest);
    Consumer<Outcome<Verbs.Released>> answered =
        outcome -> {
          if (outcome instanceof Outcome.Answered) {
            doubts.behind(sent).ifPresent(behind);
          }
          then.accept(outcome);
        };
    if (conditions == null) {
      verbs.releaseAndAsk(sent, next, answered);
    } else {
      conditions.await(sent, next, answered);
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
