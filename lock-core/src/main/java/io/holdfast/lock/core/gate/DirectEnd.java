package io.holdfast.lock.core.gate;

import io.holdfast.lock.LockEvent;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Tells direct listeners how a hold ended. Called by the thread that ended it, when it holds no
 * monitor any more.
 */
interface DirectEnd {

  /** Nobody listens. */
  DirectEnd UNHEARD =
      new DirectEnd() {
        @Override
        public void passedOn() {}

        @Override
        public void released(CompletableFuture<Boolean> answer) {}
      };

  /** The lock went to another owner of the client. */
  void passedOn();

  /**
   * The server has been asked to release it.
   *
   * @param answer whether it was held. If it is there, listeners are told now, by this thread;
   *     otherwise when it comes, by the thread that tells events.
   */
  void released(CompletableFuture<Boolean> answer);

  /**
   * Somebody listens.
   *
   * @param reporter knows them
   * @param event what hold it was
   * @param held for how long
   */
  record Told(Reporter reporter, LockEvent event, Duration held) implements DirectEnd {

    @Override
    public void passedOn() {
      reporter.tellDirect(to -> to.passedOn(event, held));
    }

    @Override
    public void released(CompletableFuture<Boolean> answer) {
      if (!answer.isDone()) {
        answer.whenComplete(
            (wasHeld, thrown) -> {
              if (thrown != null || wasHeld) {
                reporter.tellDirectElsewhere(to -> to.released(event, held));
              }
            });
      } else if (answer.isCompletedExceptionally() || answer.join()) {
        reporter.tellDirect(to -> to.released(event, held));
      }
    }
  }
}
