package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.Renewal;
import io.holdfast.lock.core.server.Outcome;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counts what the nodes say to one renewal, and tells the result once, as soon as it is certain.
 */
final class RenewalCount {

  private final Quorum quorum;
  private final Consumer<Renewal.Answer> done;

  // Guarded by this.
  private int kept;
  private int gone;
  private int answers;
  private boolean othersWait;
  private boolean isTold;

  RenewalCount(Quorum quorum, Consumer<Renewal.Answer> done) {
    this.quorum = quorum;
    this.done = done;
  }

  /** Any thread. */
  void answered(Outcome<Renewal.Answer> outcome) {
    Renewal.Answer result = count(outcome);
    if (result != null) {
      done.accept(result);
    }
  }

  private synchronized Renewal.@Nullable Answer count(Outcome<Renewal.Answer> outcome) {
    answers++;
    if (outcome instanceof Outcome.Answered<Renewal.Answer> answer) {
      switch (answer.reply()) {
        case GONE -> gone++;
        case KEPT, WANTED -> kept++;
        case UNCERTAIN -> {} // no answer that counts
      }
      othersWait |= answer.reply() == Renewal.Answer.WANTED;
    }
    Renewal.Answer result = isTold ? null : result();
    isTold |= result != null;
    return result;
  }

  private Renewal.@Nullable Answer result() {
    if (kept >= quorum.majority()) {
      return othersWait ? Renewal.Answer.WANTED : Renewal.Answer.KEPT;
    } else if (gone > quorum.size() - quorum.majority()) {
      return Renewal.Answer.GONE;
    }
    return answers == quorum.size() ? Renewal.Answer.UNCERTAIN : null;
  }
}
