package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.server.Outcome;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How an acquisition follows another one: its question releases that one, until it is known what
 * became of it. All methods are called with the gate's monitor held, unless said otherwise.
 */
final class Following {

  private final Acquisition acquisition;
  private final AcquireSpec spec;

  // Null when it is known. Written under the monitor, read also without.
  private volatile @Nullable PendingRelease pending;

  Following(Acquisition acquisition, PendingRelease before) {
    this.acquisition = acquisition;
    this.spec = acquisition.spec;
    this.pending = before;
  }

  /** The release of the one before; null if it is known what became of that. Any thread. */
  @Nullable PendingRelease pending() {
    return pending;
  }

  /**
   * Releases the one before, and asks.
   *
   * @param then hears the answer to the question, when that to the release is known
   */
  void send(PendingRelease before, AskRequest next, Consumer<Outcome<AskReply>> then) {
    before.send(
        spec.verbs(),
        next,
        releaseRequest -> releaseBehind(releaseRequest, before.keepNanos()),
        outcome -> bothAnswered(outcome, then));
  }

  private void releaseBehind(Verbs.ReleaseRequest releaseRequest, long keepNanos) {
    var unused = spec.engine().releases().release(spec.end(releaseRequest, keepNanos));
  }

  /** Any thread, without the monitor. */
  private void bothAnswered(Outcome<Verbs.Released> outcome, Consumer<Outcome<AskReply>> then) {
    if (outcome instanceof Outcome.Answered<Verbs.Released> answer) {
      spec.inMonitor(() -> answered(answer.reply().wasHeld()));
    }
    then.accept(outcome.map(both -> both.next().orElseThrow()));
  }

  private void answered(boolean wasHeld) {
    PendingRelease before = pending;
    if (!wasHeld
        && before != null
        && spec.engine().releases().wasDisowned(before.releaseRequest())) {
      acquisition.leaving.wentUnanswered(); // as if an earlier request had ended it
    }
    var unused = released(wasHeld || acquisition.leaving.isUncertain());
  }

  /** A request was not answered: what it was to release may be released late. */
  void wentUnanswered() {
    PendingRelease before = pending;
    pending = before == null ? null : before.withTombstone();
  }

  /**
   * The hold before this one has ended, which is told as soon as the monitor is free.
   *
   * @return whether that is news
   */
  boolean released(boolean wasHeld) {
    PendingRelease before = pending;
    if (before == null) {
      return false;
    }
    pending = null;
    spec.listener().monitor().afterwards(() -> before.released().complete(wasHeld));
    return true;
  }
}
