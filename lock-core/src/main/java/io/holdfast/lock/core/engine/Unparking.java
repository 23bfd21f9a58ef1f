package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.server.Outcome;
import java.util.function.Consumer;

/**
 * A request to wait for the lock instead of a signal; to be repeated until it is answered.
 *
 * @param acquisition what waits
 * @param conditions sends it
 * @param told whether it had still been waiting for the signal; with the gate's monitor held
 */
record Unparking(Acquisition acquisition, ConditionVerbs conditions, Consumer<Boolean> told) {

  /** Sends it. What became of the wait is told before the answer is handed on. */
  void send(AskRequest request, Consumer<Outcome<AskReply>> then) {
    conditions.unpark(
        request,
        outcome -> {
          if (outcome instanceof Outcome.Answered<ConditionVerbs.Unparked> answer) {
            acquisition.spec.inMonitor(() -> answered(answer.reply().wasParked()));
          }
          then.accept(outcome.map(ConditionVerbs.Unparked::next));
        });
  }

  private void answered(boolean wasParked) {
    acquisition.asking.isDecided();
    if (acquisition.isQueued()) {
      told.accept(wasParked);
    }
  }
}
