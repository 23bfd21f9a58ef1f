package io.holdfast.lock.core.engine;

import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.engine.Progress.State;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import io.holdfast.lock.core.time.Backoff;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The questions of an acquisition to the server, and their answers. All methods are called with the
 * gate's monitor held, unless said otherwise.
 */
final class Asking {

  private final Acquisition acquisition;
  private final AcquireSpec spec;
  private final Queueing queueing;

  // Written under the monitor, read also without.
  private volatile @Nullable Following following; // of one that follows another
  private @Nullable Unparking unparking; // not answered yet
  private @Nullable Acquisition beside;
  private @Nullable String detail; // for the scripts of its kind
  private int failures; // since the last answer
  private boolean isBrief;
  private boolean mayWait;
  private boolean inFlight;

  Asking(Acquisition acquisition) {
    this.acquisition = acquisition;
    this.spec = acquisition.spec;
    this.queueing = acquisition.queueing;
  }

  private long now() {
    return spec.now();
  }

  // ---- what is known

  /** Before it asks: its question releases the one before. */
  void follow(PendingRelease before) {
    following = new Following(acquisition, before);
  }

  /** What its question releases; null if nothing, or if it is known what became of that. */
  @Nullable PendingRelease pendingRelease() {
    Following present = following;
    return present == null ? null : present.pending();
  }

  /** Whether its question ends this other one. Any thread. */
  boolean isToEnd(String id) {
    PendingRelease before = pendingRelease();
    return before != null && before.releaseRequest().isOf(id);
  }

  void holdBeside(Acquisition other) {
    beside = other;
    detail = other.id();
  }

  void tell(String text) {
    detail = text;
  }

  void askBriefly() {
    isBrief = true;
  }

  boolean isBrief() {
    return isBrief;
  }

  /** The lease if the lock is granted at once. */
  long leaseMillis() {
    return isBrief ? spec.claimMillis() : spec.terms().leaseMillis();
  }

  boolean isBesideAnother() {
    return beside != null;
  }

  boolean mayWait() {
    return mayWait;
  }

  boolean isInFlight() {
    return inFlight;
  }

  /** Whether the question on its way may be executed behind what is sent from now on. */
  boolean mayBeOvertaken() {
    boolean isPlain = pendingRelease() == null && unparking == null && spec.condition() == null;
    return inFlight && !(isPlain && spec.verbs().isInOrder());
  }

  // ---- questions

  void ask(boolean mayWait) {
    this.mayWait = mayWait;
    inFlight = true;
    long sentNanos = now();
    acquisition.progress.dueLater();
    boolean isSent = false;
    try {
      Following present = following;
      PendingRelease before = pendingRelease();
      if (present == null || before == null) {
        spec.verbs().ask(request(), outcome -> answered(sentNanos, outcome));
      } else {
        present.send(before, request(), outcome -> answered(sentNanos, outcome));
      }
      isSent = true;
    } finally {
      mayBeUnsent(isSent);
    }
  }

  /**
   * If sending has failed, for want of memory or of stack, no answer may ever come: the watchdog
   * asks again. It may have been sent all the same.
   */
  private void mayBeUnsent(boolean isSent) {
    if (!isSent) {
      inFlight = false;
      acquisition.leaving.wentUnanswered();
      acquisition.progress.due(now());
    }
  }

  /**
   * Asks, unless a question is on its way. Where several hold at a time it does so until it is
   * answered, as a roll call cannot say what became of it.
   */
  void askIfSilent() {
    if (spec.verbs().severalHold()) {
      queueing.asksItself();
    }
    if (!inFlight) {
      ask(mayWait);
    }
  }

  /** Asks once more. */
  void repeat() {
    ask(mayWait);
  }

  /** The time has come to speak up again. */
  void askAgain() {
    if (inFlight) {
      return;
    }
    Unparking left = unparking;
    if (left != null && acquisition.isQueued()) {
      unpark(left);
    } else if (queueing.isInRoll()) {
      acquisition.progress.dueLater(); // the roll call asks
    } else {
      ask(mayWait);
    }
  }

  /** One that waits for a signal, or did, was numbered as it began to: its place may be another. */
  private AskRequest request() {
    return new AskRequest(
        spec.keys(),
        spec.id(),
        leaseMillis(),
        mayWait,
        acquisition.isQueued(),
        spec.condition() == null ? queueing.arrival() : OptionalLong.empty(),
        Optional.ofNullable(detail));
  }

  void stopAwaiting(ConditionVerbs conditions, Consumer<Boolean> told) {
    unparking = new Unparking(acquisition, conditions, told);
    if (!inFlight && acquisition.isQueued()) {
      unpark(unparking);
    }
  }

  private void unpark(Unparking request) {
    inFlight = true;
    long sentNanos = now();
    acquisition.progress.dueLater();
    boolean isSent = false;
    try {
      request.send(request(), outcome -> answered(sentNanos, outcome));
      isSent = true;
    } finally {
      mayBeUnsent(isSent);
    }
  }

  /** It need not say any more that it would not wait for the signal: it has said so, or holds. */
  void isDecided() {
    unparking = null;
  }

  /** Whether it is to say that it would not wait for the signal, and has no answer yet. */
  boolean isToUnpark() {
    return unparking != null;
  }

  // ---- answers; any thread, without the monitor

  private void answered(long sentNanos, Outcome<AskReply> outcome) {
    spec.inMonitor(
        () -> {
          inFlight = false;
          if (acquisition.progress.is(State.ENDED)) {
            // The withdrawal that was sent behind this question undoes it, unless it is lost too.
            if (outcome instanceof Outcome.Failed<AskReply> failed
                && failed.failure().kind() == ServerFailure.Kind.UNKNOWN) {
              acquisition.leaving.wentUnanswered();
            }
            return;
          }
          if (outcome instanceof Outcome.Answered<AskReply> answer) {
            failures = 0;
            heard(sentNanos, answer.reply());
          } else {
            failed(((Outcome.Failed<AskReply>) outcome).failure());
          }
          acquisition.receiving.answered();
        });
  }

  private void heard(long sentNanos, AskReply reply) {
    if (reply instanceof AskReply.Acquired acquired) {
      acquisition.receiving.acquired(sentNanos, acquired);
    } else if (acquisition.isHeld()) {
      return; // older than the grant that overtook it
    } else if (reply instanceof AskReply.Queued queued) {
      heardQueued(sentNanos, queued);
    } else if (reply instanceof AskReply.Undecided undecided) {
      acquisition.leaving.wentUnanswered(); // something of it may be at one of the servers
      acquisition.progress.due(now() + undecided.pauseNanos());
      spec.listener().undecided(acquisition);
    } else if (reply instanceof AskReply.Held) {
      spec.listener().heldByAnother(acquisition);
    } else if (reply instanceof AskReply.Gone) {
      heardGone();
    } else {
      spec.listener().lost(acquisition, LossCause.GONE);
    }
  }

  /**
   * The lock was not held, and no ticket waits for a signal. After an unanswered request that may
   * mean that it did both, and that a signal found nobody to tell and dropped the ticket: a waiter
   * that is woken for nothing asks for the lock.
   */
  private void heardGone() {
    if (acquisition.leaving.isUncertain()) {
      ask(mayWait);
    } else {
      spec.listener().notHeld(acquisition);
    }
  }

  private void heardQueued(long sentNanos, AskReply.Queued queued) {
    queueing.heard(sentNanos, queued);
    if (unparking != null && !inFlight) {
      unpark(unparking);
    }
    spec.listener().queued(acquisition);
  }

  private void failed(ServerFailure failure) {
    if (failure.isOfUnknownScript()) {
      if (!acquisition.isHeld()) { // a grant may have overtaken it
        ask(mayWait); // with its text
      }
      return;
    }
    if (failure.kind() == ServerFailure.Kind.UNKNOWN) {
      acquisition.leaving.wentUnanswered();
      Following present = following;
      if (present != null) {
        present.wentUnanswered();
      }
    }
    if (!acquisition.isHeld() && spec.listener().failed(acquisition, failure)) {
      acquisition.progress.due(Backoff.againNanos(now(), failures++));
    }
  }

  /** The hold before this one, if any, has {@linkplain Following#released ended}. */
  boolean releasedPredecessor(boolean wasHeld) {
    Following present = following;
    return present != null && present.released(wasHeld);
  }
}
