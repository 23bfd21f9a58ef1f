package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.Alarm;
import io.holdfast.lock.core.engine.AskRequest;
import io.holdfast.lock.core.engine.Monitor;
import io.holdfast.lock.core.lease.LeaseTerms;
import io.holdfast.lock.core.server.ServerFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One round of votes, under ids of its own, and what came of it: a hold, or nothing.
 *
 * <p>The algorithm is Redlock (S. Sanfilippo, "Distributed Locks with Redis", redis.io), with a
 * second round in which a majority accepts the tokens. All methods are called with the monitor held
 * unless said otherwise.
 */
final class VotingRound {

  /*
   *      ┌────── majority granted, and accepted along with it ───────┐
   *      │                                                           ▼
   *   VOTING ──majority granted──► AGREEING ──majority accepted──► HELD
   *      │                           │   ▲                           │
   *      │ none can be any more      │   └── refused: higher ones    │
   *      └───────────────────────────┴───────────────────────────────┴──► OVER: released everywhere
   *
   * The answer is given as soon as it is certain, and nobody waits for the slow. A vote that comes late is
   * kept while this is held; afterwards the release that was sent behind its question undoes it.
   */
  private enum Phase {
    VOTING,
    AGREEING,
    HELD,
    OVER
  }

  private final Quorum quorum;
  private final Monitor monitor;
  private final Votes votes;
  // One of them: it stays queued, or granted, if this fails.
  private final @Nullable NodeVote queued;
  private final boolean isAgain; // it is known to be queued
  private final boolean mayQueue; // if it is another's
  private final QuorumRequest request;
  private final RoundListener listener;
  private final TokenRound tokens;
  private final long beganNanos;
  private final Alarm alarm; // the nodes have had time enough

  // Guarded by the monitor.
  private Phase phase = Phase.VOTING;
  private boolean isOverdue; // nodes that have not answered are not waited for
  private @Nullable HeldRound held; // since a majority has accepted the tokens

  /**
   * Not begun.
   *
   * @param place the place where it waits, and so its vote at that node; null if it does not wait
   * @param mayQueue whether it would wait somewhere; false if it does
   * @param request what was asked, and when: the lease counts from then
   */
  VotingRound(
      Quorum quorum,
      Monitor monitor,
      Votes votes,
      @Nullable CoordinatorTicket place,
      boolean mayQueue,
      QuorumRequest request,
      RoundListener listener) {
    this.quorum = quorum;
    this.monitor = monitor;
    this.votes = votes;
    this.queued = place == null ? null : place.nodeVote();
    this.isAgain = place != null && place.isQueued();
    this.mayQueue = mayQueue;
    this.request = request;
    this.listener = listener;
    this.tokens = new TokenRound(quorum, monitor, votes, this);
    this.beganNanos = quorum.now();
    this.alarm = new Alarm(quorum.engine(), monitor, this::waitNoLonger);
  }

  Votes votes() {
    return votes;
  }

  long beganNanos() {
    return beganNanos;
  }

  boolean isHeld() {
    return phase == Phase.HELD;
  }

  boolean isOver() {
    return phase == Phase.OVER;
  }

  /** The hold that came of it; empty if there is none yet, or not any more. */
  Optional<HeldRound> held() {
    return isHeld() ? Optional.ofNullable(held) : Optional.empty();
  }

  // ---- votes

  /** Asks all nodes. */
  void begin() {
    alarm.set(beganNanos + quorum.nodeTimeout().toNanos());
    for (NodeVote nodeVote : votes.all()) {
      ask(nodeVote, beganNanos);
    }
    if (votes.open() == 0) {
      quorum.engine().later(() -> monitor.run(this::decide)); // not inside this call
    }
  }

  /** A node that restarts stays out, but for one that has been up for long enough since then. */
  void ask(NodeVote nodeVote, long sinceNanos) {
    nodeVote.asked(isHeld());
    nodeVote
        .node()
        .exclusion(sinceNanos)
        .ifPresentOrElse(
            reason -> nodeVote.vote(Vote.failed(ServerFailure.Kind.NOT_EXECUTED, reason)),
            () ->
                nodeVote
                    .node()
                    .vote(
                        question(nodeVote),
                        sinceNanos,
                        vote -> monitor.run(() -> voted(nodeVote, vote))));
  }

  /** A caller with a ticket there asks as a waiter, but no longer once it is held. */
  private AskRequest question(NodeVote nodeVote) {
    HeldRound won = held;
    if (won != null) {
      return won.question(nodeVote);
    }
    boolean mayWait = nodeVote.equals(queued);
    return nodeVote.question(
        request.leaseMillis(), mayWait, mayWait && isAgain, tokens.proposal().proposed());
  }

  private void voted(NodeVote nodeVote, Vote vote) {
    if (phase == Phase.OVER) {
      if (nodeVote.equals(queued)) { // that is asked anew: an answer of before must not count then
        nodeVote.heardTooLate(vote);
      } else {
        nodeVote.vote(vote);
      }
      return; // the release that was sent behind the question undoes it
    }
    nodeVote.vote(vote);
    tokens.voted(nodeVote, vote);
    if (isHeld() || (phase == Phase.AGREEING && !tokens.proposal().isGuess())) {
      tokens.proposeUnlessAccepted(nodeVote);
    }
    if (isHeld() && vote.isNo()) {
      monitor.afterwards(listener::wanted);
    }
    if (vote instanceof Vote.Excluded) { // or renewals would find it there, and count it
      votes.replace(nodeVote, given -> listener.replace(request, given));
    }
    decide();
  }

  // ---- decisions

  /** Does what the answers come to by now, until the lock is held, or the round is over. */
  void decide() {
    if (phase == Phase.VOTING) {
      carryOut(RoundDecision.onVotes(votes, mayQueue, isAgain));
    } else if (phase == Phase.AGREEING) {
      carryOut(RoundDecision.onAcceptances(votes, tokens.proposal(), isOverdue, isWorthIt()));
    }
  }

  private void carryOut(RoundDecision decision) {
    switch (decision) {
      case WAIT -> {}
      case AWAIT_PLACE -> awaitPlace();
      case AGREE -> agree();
      case RAISE -> raise(true);
      case RAISE_BY_CLOCKS -> raise(false);
      case HOLD -> hold();
      case FAIL -> fail();
    }
  }

  /** Not until its time-out: it would keep all from queueing while it is slow. */
  private void awaitPlace() {
    alarm.setEarlier(quorum.now() + quorum.nodeTimeout().toNanos() / 4); // counts the first time
  }

  private void agree() {
    phase = Phase.AGREEING;
    long timeout = quorum.nodeTimeout().toNanos();
    long quarterOfLease = TimeUnit.MILLISECONDS.toNanos(request.leaseMillis()) / 4;
    alarm.set(quorum.now() + Math.min(timeout, quarterOfLease));
    decide();
  }

  private void raise(boolean isKnown) {
    tokens.raise(isKnown);
    alarm.set(quorum.now() + quorum.nodeTimeout().toNanos());
    tokens.proposeToAll();
  }

  private boolean isWorthIt() {
    return isWorthIt(request.leaseMillis(), quorum.now() - request.nanos());
  }

  /** Whether at least half of what the lease is good for is left. */
  static boolean isWorthIt(long leaseMillis, long sinceNanos) {
    return sinceNanos < LeaseTerms.validityNanos(leaseMillis) / 2;
  }

  private void hold() {
    leaveLimiter();
    long untilNanos = request.nanos() + TimeUnit.MILLISECONDS.toNanos(request.leaseMillis());
    held = new HeldRound(quorum, monitor, votes, this, tokens, untilNanos);
    phase = Phase.HELD;
    alarm.cancel();
    if (tokens.proposal().isGuess()) {
      votes.all().stream().filter(NodeVote::mayHaveForgotten).forEach(tokens::propose);
    }
    boolean othersWait = votes.doOthersWait();
    TokenBlock agreed = tokens.proposal().proposed();
    monitor.afterwards(() -> listener.held(request, agreed, othersWait));
  }

  // ---- its end

  private void fail() {
    leave();
    for (NodeVote nodeVote : votes.all()) {
      if (!nodeVote.equals(queued)) {
        var unused = nodeVote.release(monitor);
      }
    }
    monitor.afterwards(() -> listener.failed(request));
  }

  private void leave() {
    leaveLimiter();
    phase = Phase.OVER;
    alarm.cancel();
  }

  private void leaveLimiter() {
    if (phase == Phase.VOTING || phase == Phase.AGREEING) {
      monitor.afterwards(quorum.roundLimiter()::leave);
    }
  }

  /** Ends it at all nodes but this one, whatever they said. */
  List<CompletableFuture<Boolean>> endExcept(@Nullable NodeVote other) {
    leave();
    List<CompletableFuture<Boolean>> releases = new ArrayList<>();
    for (NodeVote nodeVote : votes.all()) {
      if (!nodeVote.equals(other)) {
        releases.add(nodeVote.release(monitor));
      }
    }
    return releases;
  }

  /** A node was forced to take it away. */
  void takenAway(NodeVote nodeVote) {
    nodeVote.takenAway();
    if (isHeld() && !votes.canBeWon()) {
      monitor.afterwards(listener::forced);
    }
  }

  // ---- time

  private void waitNoLonger() {
    isOverdue = true;
    alarm.set(quorum.now() + quorum.nodeTimeout().toNanos()); // should this fail
    if (phase == Phase.VOTING) {
      votes.giveUpOpen(TimeUnit.NANOSECONDS.toMillis(quorum.now() - beganNanos));
      decide();
    } else if (phase == Phase.AGREEING) {
      if (quorum.now() - beganNanos >= quorum.nodeTimeout().toNanos()) {
        votes.awaitNoLonger();
      }
      tokens.proposal().giveUp();
      decide();
    }
  }
}
