package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.inbox.InboxMessage;
import io.holdfast.lock.core.server.ServerFailure;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The place of an acquisition in the server's queue, as far as the server has told: since when, and
 * what that makes of a grant. All methods are called with the gate's monitor held.
 */
final class Queueing {

  /*
   * Why a grant may be used without asking again: it cannot be older than the last question that was
   * answered QUEUED (before the first answer: than the sending of the first question). From the
   * moment that question was sent (askedNanos) it is good for the claim lease minus drift. A grant
   * whose token is not above the seq of the last QUEUED read lingered in the inbox while its claim
   * ran out, and is ignored.
   *
   * One of many acquisitions of its client for this name does not ask again by itself: a roll call asks
   * for all of them, and its answer counts as theirs. One that waits for a signal is QUEUED too. It asks by itself
   * after all if the roll call cannot say what became of it, until that is answered.
   */

  private final Acquisition acquisition;
  private final @Nullable RollCall rollCall;

  private long askedNanos;
  private long lastSeq;
  private OptionalLong arrival = OptionalLong.empty();
  private Optional<String> said = Optional.empty();
  private boolean asksItself; // though a roll call asks for others
  private boolean inboxWasDeaf; // since the question in flight was sent
  private long inboxSinceNanos; // when it listened again

  Queueing(Acquisition acquisition) {
    this.acquisition = acquisition;
    this.rollCall = acquisition.spec.rollCall();
  }

  // ---- what is known

  OptionalLong arrival() {
    return arrival;
  }

  /** The scripts of its kind have said this besides, as they gave it. */
  void said(Optional<String> detail) {
    said = detail;
  }

  /** What the scripts of its kind said besides, with the last answer. */
  Optional<String> said() {
    return said;
  }

  /** When the question was sent by which it got its place. */
  long askedSinceNanos() {
    return askedNanos;
  }

  /** From when on a grant counts. */
  long askedNanos() {
    return rollCall != null && isRollLater(rollCall) ? rollCall.askedNanos() : askedNanos;
  }

  /** Whether it was told before the last answer, and has run out since. */
  boolean isStale(InboxMessage.Granted grant) {
    long seq = rollCall != null && isRollLater(rollCall) ? rollCall.lastSeq() : lastSeq;
    return grant.firstToken() <= seq;
  }

  private boolean isRollLater(RollCall roll) {
    return acquisition.isQueued() && roll.askedNanos() - askedNanos > 0;
  }

  /** Whether a roll call asks again for it. */
  boolean isInRoll() {
    return rollCall != null && !asksItself && acquisition.isQueued();
  }

  /**
   * It asks by itself, even if a roll call asks for the others, until the server has said what it
   * is.
   */
  void asksItself() {
    asksItself = true;
  }

  RollCall.Ticket ticket() {
    return new RollCall.Ticket(acquisition.id(), arrival);
  }

  // ---- what happens

  /** It asks for the first time. */
  void begin(long nowNanos) {
    askedNanos = nowNanos;
  }

  /** The server has answered QUEUED. */
  void heard(long sentNanos, AskReply.Queued queued) {
    boolean isFirst = !acquisition.isQueued();
    acquisition.progress.become(Progress.State.QUEUED);
    askedNanos = sentNanos;
    asksItself = false;
    lastSeq = queued.seq();
    arrival = OptionalLong.of(queued.arrival());
    said = queued.detail();
    if (rollCall == null) {
      askAgainLater(isFirst, queued);
    } else {
      rollCall.add(acquisition, sentNanos, queued.holderMillisLeft());
    }
    acquisition.spec.attend();
    if (inboxWasDeaf) { // a grant behind this answer may have been published to nobody
      inboxWasDeaf = false;
      inboxReopened(inboxSinceNanos);
    }
  }

  private void askAgainLater(boolean isFirst, AskReply.Queued queued) {
    AcquireSpec spec = acquisition.spec;
    long now = spec.now();
    long due = Reassertion.dueNanos(now, askedNanos, spec.claimMillis(), queued.holderMillisLeft());
    // After a slice the holder is to hear for the first time, if there is one that is to.
    long slice = now + spec.engine().times().slice().toNanos();
    boolean tellsHolder = isFirst && !spec.verbs().severalHold();
    acquisition.progress.due(tellsHolder && slice - due < 0 ? slice : due);
    queued
        .echo()
        .ifPresent(echo -> spec.engine().connectionState().echoed(spec.keys(), askedNanos, echo));
  }

  /** The server has made it the holder. */
  void granted(InboxMessage.Granted grant) {
    if (grant.arrival() > 0) {
      arrival = OptionalLong.of(grant.arrival()); // it may have overtaken the answer that told it
    }
  }

  /** The inbox may have missed something until then: it is asked for. */
  void inboxReopened(long sinceNanos) {
    if (acquisition.asking.isInFlight()) {
      inboxWasDeaf = true;
      inboxSinceNanos = sinceNanos;
    } else if (acquisition.isQueued() && !callRollAfter(sinceNanos)) {
      acquisition.asking.repeat();
    }
  }

  /** False if it has to ask by itself. */
  private boolean callRollAfter(long nanos) {
    if (rollCall == null) {
      return false;
    }
    rollCall.callAfter(nanos);
    return true;
  }

  /** It does not wait any more. */
  void leaveRoll() {
    if (rollCall != null) {
      rollCall.remove(acquisition);
    }
  }

  // ---- for the roll call

  /** The server was asked about all, and could not say. */
  void rollFailed(ServerFailure failure, boolean wasNamed) {
    if (wasNamed && failure.kind() == ServerFailure.Kind.UNKNOWN) {
      acquisition.leaving.wentUnanswered();
    }
    if (acquisition.isQueued()) {
      acquisition.spec.listener().failed(acquisition, failure);
    }
  }

  /** The server was asked about all, after a time in which it could not be. */
  void rollAnswered() {
    if (acquisition.isQueued()) {
      acquisition.spec.listener().queued(acquisition);
    }
  }
}
