package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.Alarm;
import io.holdfast.lock.core.engine.Monitor;
import io.holdfast.lock.core.engine.Question;
import io.holdfast.lock.core.engine.Renewal;
import io.holdfast.lock.core.lease.Term;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import java.util.ArrayList;
import java.util.List;
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

  /** Who is told how it ended; without the monitor, unless said otherwise. */
  interface Listener {

    /** A majority has granted it, and accepted the tokens. */
    void held(TokenBlock block, boolean othersWait);

    /** There was none; everything but the ticket has been released. */
    void failed();

    /** It is another's at a node, who so waits for the others. */
    void wanted();

    /** Too many nodes have taken it away by force for a majority to be left. */
    void forced();

    /**
     * Gives back what is there of this one, and makes another for the same node. With the monitor.
     */
    NodeVote replace(NodeVote given);
  }

  private final Quorum quorum;
  private final Monitor monitor;
  private final Votes votes;
  private final @Nullable NodeVote
      queued; // one of them: it stays queued, or granted, if this fails
  private final boolean isAgain; // it is known to be queued
  private final boolean mayQueue; // if it is another's
  private final Listener listener;
  private final TokenProposal proposal;
  private final long leaseMillis;
  private final long askedNanos; // the lease counts from then
  private final long beganNanos;
  private final Alarm alarm; // the nodes have had time enough

  // Guarded by the monitor.
  private Phase phase = Phase.VOTING;
  private boolean isDecided; // that there is none; the place to wait at may still be open
  private boolean isOverdue; // nodes that have not answered are not waited for
  private long untilNanos; // the leases last as long

  /**
   * Not begun.
   *
   * @param place the place where it waits, and so its vote at that node; null if it does not wait
   * @param mayQueue whether it would wait somewhere; false if it does
   * @param askedNanos the lease counts from then
   */
  VotingRound(
      Quorum quorum,
      Monitor monitor,
      Votes votes,
      @Nullable CoordinatorTicket place,
      boolean mayQueue,
      long leaseMillis,
      long askedNanos,
      Listener listener) {
    this.quorum = quorum;
    this.monitor = monitor;
    this.votes = votes;
    this.queued = place == null ? null : place.nodeVote();
    this.isAgain = place != null && place.isQueued();
    this.mayQueue = mayQueue;
    this.leaseMillis = leaseMillis;
    this.askedNanos = askedNanos;
    this.untilNanos = askedNanos + TimeUnit.MILLISECONDS.toNanos(leaseMillis);
    this.listener = listener;
    this.proposal = new TokenProposal(quorum);
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

  /** Of the hold; without the monitor. */
  TokenBlock tokens() {
    monitor.enter();
    try {
      return proposal.proposed();
    } finally {
      monitor.leave();
    }
  }

  // ---- votes

  /** Asks all nodes. */
  void begin() {
    alarm.set(beganNanos + quorum.nodeTimeout().toNanos());
    for (NodeVote nodeVote : votes.nodeVotes()) {
      ask(nodeVote, beganNanos);
    }
    if (votes.open() == 0) {
      quorum.engine().later(() -> monitor.run(this::count)); // not inside this call
    }
  }

  /** A node that restarts stays out, but for one that has been up for long enough since then. */
  private void ask(NodeVote nodeVote, long sinceNanos) {
    nodeVote.asked(phase == Phase.HELD);
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
  private Question question(NodeVote nodeVote) {
    if (phase == Phase.HELD) { // it is not to outlast the others
      long left = TimeUnit.NANOSECONDS.toMillis(untilNanos - quorum.now());
      return nodeVote.question(Math.max(1, left), false, false, proposal.proposed());
    }
    boolean mayWait = nodeVote.equals(queued);
    return nodeVote.question(leaseMillis, mayWait, mayWait && isAgain, proposal.proposed());
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
    proposal.heardOf(vote.acceptorState().highest());
    if (nodeVote.vote() instanceof Vote.Granted granted) {
      nodeVote.hasAccepted(proposal.heard(granted));
      if (phase == Phase.HELD || (phase == Phase.AGREEING && !proposal.isGuess())) {
        proposeUnlessAccepted(nodeVote); // the more remember them, the better
      }
    }
    if (phase == Phase.HELD && vote.isNo()) {
      monitor.afterwards(listener::wanted);
    }
    if (vote instanceof Vote.Excluded) { // or renewals would find it there, and count it
      votes.replace(nodeVote, listener::replace);
    }
    if (phase == Phase.VOTING) {
      count();
    } else if (phase == Phase.AGREEING) {
      countAcceptances();
    }
  }

  private void count() {
    if (phase != Phase.VOTING) {
      return;
    }
    if (votes.isWon()) {
      phase = Phase.AGREEING;
      long timeout = quorum.nodeTimeout().toNanos();
      alarm.set(quorum.now() + Math.min(timeout, TimeUnit.MILLISECONDS.toNanos(leaseMillis) / 4));
      countAcceptances();
    } else if (!votes.canBeWon()) {
      boolean isPatient = isAgain && votes.granted() == 0 && votes.open() > 0;
      if ((mayQueue && votes.isPlaceOpen()) || isPatient) { // who waits is in no hurry
        awaitPlace();
      } else if (!votes.mayTellOfAnother()) {
        fail();
      }
    }
  }

  /** Not until its time-out: it would keep all from queueing while it is slow. */
  private void awaitPlace() {
    if (isDecided) {
      return;
    }
    isDecided = true;
    alarm.setEarlier(quorum.now() + quorum.nodeTimeout().toNanos() / 4);
  }

  // ---- tokens

  private void agree() {
    boolean isKnown = votes.sure() >= quorum.majority() || votes.haveAllTold();
    if (!isKnown) {
      quorum.proposalNumbers().byClocks(votes.name(), quorum.now());
    }
    proposal.raise(isKnown);
    alarm.set(quorum.now() + quorum.nodeTimeout().toNanos());
    votes.nodeVotes().forEach(nodeVote -> nodeVote.hasAccepted(false));
    votes.nodeVotes().stream().filter(NodeVote::isGranted).forEach(this::propose);
  }

  private void proposeUnlessAccepted(NodeVote nodeVote) {
    if (!nodeVote.hasAccepted()) {
      propose(nodeVote);
    }
  }

  private void propose(NodeVote nodeVote) {
    TokenBlock proposed = proposal.proposed();
    proposal.sent();
    nodeVote
        .node()
        .accept(
            nodeVote,
            proposed,
            nodeVote.epochOfRound(),
            proposal.isKnown(),
            phase == Phase.HELD,
            outcome ->
                monitor.run(
                    () -> {
                      if (phase != Phase.OVER && proposed.equals(proposal.proposed())) {
                        answered(nodeVote, outcome);
                      }
                    }));
  }

  private void answered(NodeVote nodeVote, Outcome<Acceptance> outcome) {
    proposal.answered();
    if (outcome instanceof Outcome.Answered<Acceptance> answer) {
      heard(nodeVote, answer.reply());
    }
    if (phase == Phase.AGREEING) {
      countAcceptances();
    }
  }

  private void heard(NodeVote nodeVote, Acceptance said) {
    if (said instanceof Acceptance.Accepted) {
      nodeVote.hasAccepted(true);
    } else if (said instanceof Acceptance.NotHeld) {
      nodeVote.vote(new Vote.Ended());
    } else if (phase == Phase.HELD) { // it knows these, or higher ones
      nodeVote.hasNoted();
    } else if (said instanceof Acceptance.Refused refused) {
      proposal.heardOf(refused.highest());
    }
  }

  private void countAcceptances() {
    long accepted = votes.accepted();
    if (accepted >= quorum.majority()) {
      hold();
    } else if (accepted + proposal.open() < quorum.majority() && !isReading()) {
      if (votes.isWon() && proposal.canRaise() && isWorthIt()) {
        agree();
      } else {
        fail();
      }
    }
  }

  /**
   * Whether more are waited for that say what they have agreed to: it takes a majority that can.
   */
  private boolean isReading() {
    return proposal.isGuess()
        && !isOverdue
        && votes.isWon()
        && votes.sure() < quorum.majority()
        && votes.awaited() > 0;
  }

  private boolean isWorthIt() {
    return isWorthIt(leaseMillis, quorum.now() - askedNanos);
  }

  /** Whether at least half of what the lease is good for is left. */
  static boolean isWorthIt(long leaseMillis, long sinceNanos) {
    return sinceNanos < Term.validityNanos(leaseMillis) / 2;
  }

  private void hold() {
    if (!isWorthIt()) {
      fail();
      return;
    }
    leaveLimiter();
    phase = Phase.HELD;
    alarm.cancel();
    if (proposal.isGuess()) {
      votes.nodeVotes().stream().filter(NodeVote::mayHaveForgotten).forEach(this::propose);
    }
    boolean othersWait = votes.doOthersWait();
    TokenBlock agreed = proposal.proposed();
    monitor.afterwards(() -> listener.held(agreed, othersWait));
  }

  // ---- its end

  private void fail() {
    leave();
    for (NodeVote nodeVote : votes.nodeVotes()) {
      if (!nodeVote.equals(queued)) {
        var unused = nodeVote.release(monitor);
      }
    }
    monitor.afterwards(listener::failed);
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
    for (NodeVote nodeVote : votes.nodeVotes()) {
      if (!nodeVote.equals(other)) {
        releases.add(nodeVote.release(monitor));
      }
    }
    return releases;
  }

  // ---- while it is held

  /**
   * A node is to be asked to keep its vote; any thread, without the monitor.
   *
   * @return whether its vote counts: otherwise neither does its answer
   */
  boolean renewing(NodeVote nodeVote, long millis) {
    monitor.enter();
    try {
      nodeVote.renewFor(millis);
      untilNanos = Math.max(untilNanos, quorum.now() + TimeUnit.MILLISECONDS.toNanos(millis));
      return nodeVote.isGranted();
    } finally {
      monitor.leave();
    }
  }

  /**
   * A node has said what it knows of its vote; any thread, without the monitor. It counts as kept
   * if the vote of the node counts, and did when it was asked: one that is being judged may be
   * found not to, and is given back then. One that serves another list by now keeps it for nothing:
   * a majority of that may have granted it to others. Where it has lost the vote, or gave it
   * without our hearing of that, it is asked for it again.
   *
   * @param counted whether its vote counted when it was asked
   * @return what it comes to
   */
  Renewal.Answer renewed(NodeVote nodeVote, boolean counted, Renewal.Answer answer) {
    monitor.enter();
    try {
      boolean isKept = answer == Renewal.Answer.KEPT || answer == Renewal.Answer.WANTED;
      boolean doesCount = counted && nodeVote.isGranted() && !nodeVote.node().isOfAnotherList();
      if (isKept && doesCount && votes.nodeVotes().contains(nodeVote)) {
        remind(nodeVote);
        return answer;
      }
      boolean mayAsk =
          phase == Phase.HELD
              && votes.nodeVotes().contains(nodeVote)
              && !nodeVote.isTakenAway()
              && !(nodeVote.vote() instanceof Vote.Open)
              && !(isKept && nodeVote.isGranted());
      if (mayAsk) {
        ask(nodeVote, quorum.now());
      }
      return answer == Renewal.Answer.GONE ? answer : Renewal.Answer.UNCERTAIN;
    } finally {
      monitor.leave();
    }
  }

  /** Has a node that keeps the hold be told its tokens if it has not heard of them yet. */
  private void remind(NodeVote nodeVote) {
    if (phase == Phase.HELD && !nodeVote.remembers()) {
      propose(nodeVote);
    }
  }

  /** A node was forced to take it away. */
  void takenAway(NodeVote nodeVote) {
    nodeVote.takenAway();
    if (phase == Phase.HELD && !votes.canBeWon()) {
      monitor.afterwards(listener::forced);
    }
  }

  // ---- time

  private void waitNoLonger() {
    isOverdue = true;
    alarm.set(quorum.now() + quorum.nodeTimeout().toNanos()); // should this fail
    if (phase == Phase.VOTING) {
      votes.giveUpOpen(TimeUnit.NANOSECONDS.toMillis(quorum.now() - beganNanos));
      count();
    } else if (phase == Phase.AGREEING) {
      if (quorum.now() - beganNanos >= quorum.nodeTimeout().toNanos()) {
        votes.awaitNoLonger();
      }
      proposal.giveUp();
      countAcceptances();
    }
  }
}
