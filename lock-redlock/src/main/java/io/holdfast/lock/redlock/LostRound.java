package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.AskReply;
import io.holdfast.lock.core.key.LockKeys;
import java.util.List;
import java.util.function.Predicate;

/**
 * What the votes of a round without a majority say: who has the lock, and where to wait for it.
 *
 * <p>All are to wait at the same node, or each would have one vote, and none would let go of it.
 * Late answers change it. Guarded by the monitor of the acquisition.
 */
record LostRound(Quorum quorum, LockKeys keys, Votes votes) {

  private List<NodeVote> nodeVotes() {
    return votes.nodeVotes();
  }

  /** Whether too few nodes can answer for the lock to be acquired. */
  boolean hasTooFewAnswers() {
    return nodeVotes().stream().filter(nodeVote -> nodeVote.vote().mayAnswer()).count()
        < quorum.majority();
  }

  /** Whether one may have it; otherwise, as far as can be seen, nobody did in this round. */
  boolean isAnothers() {
    return Refusals.ofOne(nodeVotes()) > spare();
  }

  /** Whether to wait until others have let go of it. */
  boolean isForWaiting() {
    return Refusals.of(nodeVotes()) > spare() || isOfOne();
  }

  /** How many may say no without deciding it: fewer than a majority, if the number is even. */
  private int spare() {
    return quorum.size() - quorum.majority();
  }

  /** Whether one may have a majority: a round that is lost does not wait for the last answers. */
  private boolean isOfOne() {
    return Refusals.of(nodeVotes()) > 0
        && Refusals.ofOne(nodeVotes()) + votes.open() >= quorum.majority();
  }

  /** Where to wait: the coordinator. */
  QuorumNode coordinator() {
    return votes.first(places()).node();
  }

  /**
   * Whether who waits there has to wait elsewhere. Who has the vote of its node tries to get the
   * others for a while: they may soon be let go of.
   */
  boolean isElsewhere(CoordinatorTicket place) {
    if (place.hasVote()) {
      return place.hasTriedEnough() && !coordinator().equals(place.node());
    }
    NodeVote best = votes.first(places().or(Vote.Open.class::isInstance));
    return best.vote().isAnswer() && !best.node().equals(place.node());
  }

  /**
   * Where one may wait. If it is another's, at a node that has granted it to that one: it tells of
   * the end. If the votes are split, at any that answers.
   */
  private Predicate<Vote> places() {
    return isOfOne() ? Refusals.ofTheMost(nodeVotes()) : Vote::isAnswer;
  }

  /** The holder, for a caller that does not wait. */
  AskReply holder() {
    return nodeVotes().stream()
        .filter(nodeVote -> nodeVote.vote() instanceof Vote.Refused)
        .map(nodeVote -> ((Vote.Refused) nodeVote.vote()).reply())
        .findFirst()
        .orElse(new AskReply.Held(0, keys.name()));
  }
}
