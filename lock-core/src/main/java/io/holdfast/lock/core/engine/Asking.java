package io.holdfast.lock.core.engine;

import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.inbox.InboxMessage;
import io.holdfast.lock.core.lease.Term;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import io.holdfast.lock.core.time.Backoff;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How an acquisition comes to hold the lock: its questions, their answers, and the grant. All
 * methods are called with the monitor of the seat held, unless said otherwise.
 */
final class Asking {

  /*
   * Why a grant may be used without asking again: it cannot be older than the last question that was
   * answered QUEUED (before the first answer: than the sending of the first question). From the
   * moment that question was sent (askedNanos) it is good for the claim lease minus drift. A grant
   * whose token is not above the seq of the last QUEUED read lingered in the inbox while its claim
   * ran out, and is ignored.
   *
   * One of many acquisitions of its client for this name does not ask again by itself: a roll call asks
   * for all of them, and its answer counts as theirs. One that waits for a signal is QUEUED too.
   */

  /** A request to wait for the lock instead of a signal; to be repeated until it is answered. */
  private record Unparking(ConditionVerbs conditions, Consumer<Boolean> told) {}

  private final Acquisition acquisition;
  private final Engine engine;
  private final Seat seat;
  private final @Nullable RollCall rollCall;

  private @Nullable Predecessor predecessor;
  private @Nullable Unparking unparking; // not answered yet
  private InboxMessage.@Nullable Granted overtaking; // a grant that came before the answer to that
  private @Nullable Acquisition beside;
  private @Nullable String detail; // for the scripts of its kind
  private int failures; // since the last answer
  private boolean mayWait;
  private boolean inFlight;
  private boolean inboxWasDeaf; // since the question in flight was sent
  private long askedNanos;
  private long lastSeq;
  private OptionalLong arrival = OptionalLong.empty();

  Asking(Acquisition acquisition, Engine engine, Seat seat, @Nullable RollCall rollCall) {
    this.acquisition = acquisition;
    this.engine = engine;
    this.seat = seat;
    this.rollCall = rollCall;
  }

  private long now() {
    return engine.clock().nanoTime();
  }

  // ---- what is known

  void follow(Predecessor before) {
    predecessor = before;
  }

  @Nullable Predecessor predecessor() {
    return predecessor;
  }

  void holdBeside(Acquisition other) {
    beside = other;
    detail = other.id();
  }

  void tell(String text) {
    detail = text;
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
    boolean isPlain = predecessor == null && unparking == null && acquisition.condition().isEmpty();
    return inFlight && !(isPlain && acquisition.verbs().isInOrder());
  }

  OptionalLong arrival() {
    return arrival;
  }

  /** When the question was sent by which it got its place. */
  long askedSinceNanos() {
    return askedNanos;
  }

  // ---- questions

  void begin() {
    askedNanos = now();
  }

  void ask(boolean mayWait) {
    this.mayWait = mayWait;
    inFlight = true;
    long sentNanos = now();
    acquisition.dueLater();
    Predecessor before = predecessor;
    if (before == null) {
      acquisition.verbs().ask(question(), outcome -> answered(sentNanos, outcome));
    } else {
      before.send(acquisition.verbs(), question(), outcome -> bothAnswered(sentNanos, outcome));
    }
  }

  /** The time has come to speak up again. */
  void askAgain() {
    if (inFlight) {
      return;
    }
    Unparking left = unparking;
    if (left != null && acquisition.isQueued()) {
      unpark(left);
    } else if (isInRoll()) {
      acquisition.dueLater(); // the roll call asks
    } else {
      ask(mayWait);
    }
  }

  private Question question() {
    return new Question(
        acquisition.keys(),
        acquisition.id(),
        acquisition.term().leaseMillis(),
        mayWait,
        acquisition.isQueued(),
        arrival,
        Optional.ofNullable(detail));
  }

  void stopAwaiting(ConditionVerbs conditions, Consumer<Boolean> told) {
    unparking = new Unparking(conditions, told);
    if (!inFlight && acquisition.isQueued()) {
      unpark(unparking);
    }
  }

  private void unpark(Unparking request) {
    inFlight = true;
    long sentNanos = now();
    acquisition.dueLater();
    request
        .conditions()
        .unpark(
            question(),
            outcome -> {
              if (outcome instanceof Outcome.Answered<ConditionVerbs.Unparked> answer) {
                acquisition.inMonitor(() -> unparked(request, answer.reply().wasParked()));
              }
              answered(sentNanos, outcome.map(ConditionVerbs.Unparked::next));
            });
  }

  private void unparked(Unparking request, boolean wasParked) {
    unparking = null;
    if (acquisition.isQueued()) {
      request.told().accept(wasParked);
    }
  }

  // ---- answers; any thread, without the monitor

  private void bothAnswered(long sentNanos, Outcome<Verbs.Released> outcome) {
    if (outcome instanceof Outcome.Answered<Verbs.Released> answer) {
      acquisition.inMonitor(
          () -> releasedPredecessor(answer.reply().wasHeld() || acquisition.isUncertain()));
    }
    answered(sentNanos, outcome.map(released -> released.next().orElseThrow()));
  }

  private void releasedPredecessor(boolean wasHeld) {
    Predecessor before = predecessor;
    if (before != null) {
      predecessor = null;
      seat.monitor().afterwards(() -> before.released().complete(wasHeld));
    }
  }

  private void answered(long sentNanos, Outcome<AskReply> outcome) {
    acquisition.inMonitor(
        () -> {
          inFlight = false;
          if (acquisition.hasEnded()) {
            // The withdrawal that was sent behind this question undoes it, unless it is lost too.
            if (outcome instanceof Outcome.Failed<AskReply> failed
                && failed.failure().kind() == ServerFailure.Kind.UNKNOWN) {
              acquisition.wentUnanswered();
            }
            return;
          }
          if (outcome instanceof Outcome.Answered<AskReply> answer) {
            failures = 0;
            heard(sentNanos, answer.reply());
          } else {
            failed(((Outcome.Failed<AskReply>) outcome).failure());
          }
          InboxMessage.Granted grant = overtaking;
          if (grant != null) {
            overtaking = null;
            granted(grant);
          }
        });
  }

  private void heard(long sentNanos, AskReply reply) {
    if (reply instanceof AskReply.Acquired acquired) {
      heardAcquired(sentNanos, acquired);
    } else if (acquisition.isHeld()) {
      return; // older than the grant that overtook it
    } else if (reply instanceof AskReply.Queued queued) {
      heardQueued(sentNanos, queued);
    } else if (reply instanceof AskReply.Undecided undecided) {
      acquisition.wentUnanswered(); // something of it may be at one of the servers
      acquisition.due(now() + undecided.pauseNanos());
      seat.undecided(acquisition);
    } else if (reply instanceof AskReply.Held) {
      seat.heldByAnother(acquisition);
    } else if (reply instanceof AskReply.Gone) {
      heardGone();
    } else {
      seat.lost(acquisition, LossCause.GONE);
    }
  }

  /**
   * The lock was not held, and no ticket waits for a signal. After an unanswered request that may
   * mean that it did both, and that a signal found nobody to tell and dropped the ticket: whoever
   * is woken for nothing asks for the lock.
   */
  private void heardGone() {
    if (acquisition.isUncertain()) {
      ask(mayWait);
    } else {
      seat.notHeld(acquisition);
    }
  }

  private void heardAcquired(long sentNanos, AskReply.Acquired acquired) {
    Term term = acquisition.term();
    Tenure tenure = acquisition.tenure();
    long until =
        acquisition.isHeld() // a grant overtook this answer
            ? tenure.validUntilNanos()
            : sentNanos + Term.validityNanos(term.leaseMillis());
    if (until - now() <= 0) {
      seat.lost(acquisition, LossCause.EXPIRED); // came after the lease had run out: does not count
      return;
    }
    unparking = null;
    tenure.leaseIsSet();
    tenure.setBy(sentNanos, term.leaseMillis());
    if (!acquisition.isHeld()) {
      acquisition.hold(acquired.firstToken(), acquired.lastToken(), acquired.othersWait());
    }
    acquisition.keeping().renewAt(sentNanos + term.leaseNanos() / 3);
  }

  private void heardQueued(long sentNanos, AskReply.Queued queued) {
    boolean isFirst = !acquisition.isQueued();
    acquisition.becomeQueued();
    askedNanos = sentNanos;
    lastSeq = queued.seq();
    arrival = OptionalLong.of(queued.arrival());
    if (rollCall == null) {
      askAgainLater(isFirst, queued);
    } else {
      rollCall.add(acquisition, sentNanos, queued.holderMillisLeft());
    }
    // A grant behind this answer may have been published to nobody, if the inbox was just opened.
    if (inboxWasDeaf) {
      inboxWasDeaf = false;
      inboxReopened();
    }
    if (unparking != null && !inFlight) {
      unpark(unparking);
    }
    seat.queued(acquisition);
  }

  private void askAgainLater(boolean isFirst, AskReply.Queued queued) {
    long now = now();
    long due =
        Reassertion.dueNanos(now, askedNanos, acquisition.claimMillis(), queued.holderMillisLeft());
    // After a slice the holder is to hear for the first time.
    long slice = now + engine.times().slice().toNanos();
    acquisition.due(isFirst && slice - due < 0 ? slice : due);
    queued.listeners().ifPresent(listeners -> engine.line().echoed(askedNanos, listeners));
  }

  private void failed(ServerFailure failure) {
    if (failure.isOfUnknownScript()) {
      if (!acquisition.isHeld()) { // a grant may have overtaken it
        ask(mayWait); // with its text
      }
      return;
    }
    if (failure.kind() == ServerFailure.Kind.UNKNOWN) {
      acquisition.wentUnanswered();
      predecessor = predecessor == null ? null : predecessor.withTombstone();
    }
    if (!acquisition.isHeld() && seat.failed(acquisition, failure)) {
      acquisition.due(Backoff.againNanos(now(), failures++));
    }
  }

  // ---- grants

  /** From the inbox. */
  void granted(InboxMessage.Granted grant) {
    if (unparking != null && inFlight) {
      overtaking = grant; // was it signalled? The answer that is on its way says so
    } else if (acquisition.isWaiting() && grant.firstToken() > lastSeq()) {
      use(grant);
    }
  }

  private boolean isInRoll() {
    return acquisition.isQueued() && rollCall != null;
  }

  private long lastSeq() {
    RollCall roll = rollCall;
    return roll != null && isRollLater(roll) ? roll.lastSeq() : lastSeq;
  }

  private long askedNanos() {
    RollCall roll = rollCall;
    return roll != null && isRollLater(roll) ? roll.askedNanos() : askedNanos;
  }

  private boolean isRollLater(RollCall roll) {
    return acquisition.isQueued() && roll.askedNanos() - askedNanos > 0;
  }

  /** From the answer to a roll call. Was it signalled? The answer to that says both. */
  void rollGranted(InboxMessage.Granted grant) {
    if (unparking == null) {
      use(grant);
    }
  }

  /** It is of this wait, whether a message or the answer to a roll call has told it. */
  private void use(InboxMessage.Granted grant) {
    long now = now();
    long askedLast = askedNanos();
    if (askedLast + Term.validityNanos(grant.millis()) - now <= 0) {
      if (!inFlight) {
        ask(mayWait); // read too late: is it still ours?
      }
      return;
    }
    releasedPredecessor(true);
    if (grant.arrival() > 0) {
      arrival = OptionalLong.of(grant.arrival()); // it may have overtaken the answer that told it
    }
    unparking = null;
    Tenure tenure = acquisition.tenure();
    tenure.run(grant.runUntil());
    tenure.setBy(askedLast, grant.millis());
    acquisition.hold(grant.firstToken(), grant.lastToken(), grant.othersWait());
    acquisition.keeping().renewGrantAt(now, grant.millis());
  }

  void inboxReopened() {
    if (inFlight) {
      inboxWasDeaf = true;
    } else if (rollCall != null && acquisition.isQueued()) {
      rollCall.callAtOnce();
    } else if (acquisition.isQueued()) {
      ask(mayWait);
    }
  }
}
