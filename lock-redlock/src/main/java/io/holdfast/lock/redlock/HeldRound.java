package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.AskRequest;
import io.holdfast.lock.core.engine.Monitor;
import io.holdfast.lock.core.engine.Renewal;
import java.util.concurrent.TimeUnit;

/**
 * A round of votes that has won, while the lock is held: renewals, votes that come late, and votes
 * that are asked for again. All methods are called with the monitor of the acquisition held unless
 * said otherwise.
 */
final class HeldRound {

  private final Quorum quorum;
  private final Monitor monitor;
  private final Votes votes;
  private final VotingRound round;
  private final TokenRound tokens;

  private long untilNanos; // the leases last as long; guarded by the monitor

  /**
   * From now on.
   *
   * @param untilNanos when the leases are over that were asked for
   */
  HeldRound(
      Quorum quorum,
      Monitor monitor,
      Votes votes,
      VotingRound round,
      TokenRound tokens,
      long untilNanos) {
    this.quorum = quorum;
    this.monitor = monitor;
    this.votes = votes;
    this.round = round;
    this.tokens = tokens;
    this.untilNanos = untilNanos;
  }

  Votes votes() {
    return votes;
  }

  /** Of the hold; without the monitor. */
  TokenBlock block() {
    monitor.enter();
    try {
      return tokens.proposal().proposed();
    } finally {
      monitor.leave();
    }
  }

  /**
   * What a node is asked that has lost its vote, or gave none: that is not to outlast the others.
   */
  AskRequest question(NodeVote nodeVote) {
    long left = TimeUnit.NANOSECONDS.toMillis(untilNanos - quorum.now());
    return nodeVote.question(Math.max(1, left), false, false, tokens.proposal().proposed());
  }

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
      if (isKept && doesCount && votes.all().contains(nodeVote)) {
        remind(nodeVote);
        return answer;
      }
      boolean mayAsk =
          round.isHeld()
              && votes.all().contains(nodeVote)
              && !nodeVote.isTakenAway()
              && !(nodeVote.vote() instanceof Vote.Open)
              && !(isKept && nodeVote.isGranted());
      if (mayAsk) {
        round.ask(nodeVote, quorum.now());
      }
      return answer == Renewal.Answer.GONE ? answer : Renewal.Answer.UNCERTAIN;
    } finally {
      monitor.leave();
    }
  }

  /** Has a node that keeps the hold be told its tokens if it has not heard of them yet. */
  private void remind(NodeVote nodeVote) {
    if (round.isHeld() && !nodeVote.remembers()) {
      tokens.propose(nodeVote);
    }
  }
}
