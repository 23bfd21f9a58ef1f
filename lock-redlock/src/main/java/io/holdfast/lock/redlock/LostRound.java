package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.AskReply;
import java.util.function.Predicate;

/**
 * What the votes of a round without a majority say: who has the lock, and where to wait for it.
 *
 * <p>All are to wait at the same node, or each would have one vote, and none would let go of it.
 * Late answers change it. Guarded by the monitor of the acquisition.
 *
 * @param <V> the votes
 * @param name of the lock
 */
record LostRound<V extends CountedVote>(VoteCount<V> votes, String name) {

  /** Whether too few nodes can answer for the lock to be acquired. */
  boolean hasTooFewAnswers() {
    return votes.all().stream().filter(each -> each.vote().mayAnswer()).count() < votes.majority();
  }

  /** Whether one may have it; otherwise, as far as can be seen, nobody did in this round. */
  boolean isAnothers() {
    return Refusals.ofOne(votes.all()) > votes.spare();
  }

  /** Whether to wait until others have let go of it. */
  boolean isForWaiting() {
    return Refusals.of(votes.all()) > votes.spare() || isOfOne();
  }

  /** Whether one may have a majority: a round that is lost does not wait for the last answers. */
  private boolean isOfOne() {
    return Refusals.of(votes.all()) > 0
        && Refusals.ofOne(votes.all()) + votes.open() >= votes.majority();
  }

  /** Where to wait: the coordinator. */
  V coordinator() {
    return votes.first(places());
  }

  /**
   * Whether who waits there has to wait elsewhere. Who has the vote of its node tries to get the
   * others for a while: they may soon be let go of.
   */
  boolean isElsewhere(WaitingPlace place) {
    if (place.hasVote()) {
      return place.hasTriedEnough() && !coordinator().node().equals(place.node());
    }
    V best = votes.first(places().or(Vote.Open.class::isInstance));
    return best.vote().isAnswer() && !best.node().equals(place.node());
  }

  /**
   * Where one may wait. If it is another's, at a node that has granted it to that one: it tells of
   * the end. If the votes are split, at any that answers.
   */
  private Predicate<Vote> places() {
    return isOfOne() ? Refusals.ofTheMost(votes.all()) : Vote::isAnswer;
  }

  /** The holder, for a caller that does not wait. */
  AskReply holder() {
    return votes.all().stream()
        .filter(each -> each.vote() instanceof Vote.Refused)
        .map(each -> ((Vote.Refused) each.vote()).reply())
        .findFirst()
        .orElse(new AskReply.Held(0, name));
  }
}
