package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.AskReply;
import io.holdfast.lock.core.engine.AskRequest;
import io.holdfast.lock.core.server.Outcome;
import java.util.function.Consumer;

/**
 * What the engine has asked of a quorum.
 *
 * @param nanos when: a round is to end long before a lease that counts from then
 * @param then hears the answer; call it without the monitor of the acquisition
 */
record QuorumRequest(AskRequest question, long nanos, Consumer<Outcome<AskReply>> then) {

  long leaseMillis() {
    return question.leaseMillis();
  }

  void answer(AskReply reply) {
    then.accept(new Outcome.Answered<>(reply));
  }
}
