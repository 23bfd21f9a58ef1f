package io.holdfast.lock.redlock;

import java.util.List;
import java.util.function.Predicate;

/**
 * What the votes of one round come to. Counts only: it sends nothing, and changes nothing.
 *
 * @param <V> the votes
 */
interface VoteCount<V extends CountedVote> {

  /** All votes, one for each node, in the order of the nodes. */
  List<V> all();

  /** The same in the order of this lock, which is the same for all clients. */
  List<V> inOrder();

  /** How many nodes it takes. */
  int majority();

  /** How many nodes there are. */
  default int size() {
    return all().size();
  }

  /** How many may say no without deciding it: fewer than a majority, if the number is even. */
  default int spare() {
    return size() - majority();
  }

  /** The first vote that is such a one, in the order of this lock; any if none is. */
  default V first(Predicate<Vote> which) {
    for (V each : inOrder()) {
      if (which.test(each.vote())) {
        return each;
      }
    }
    return all().get(0);
  }

  private long count(Predicate<CountedVote> which) {
    return all().stream().filter(which).count();
  }

  /** How many have said yes. */
  default long granted() {
    return count(each -> each.vote() instanceof Vote.Granted);
  }

  /** How many have said yes, and accepted the tokens. */
  default long accepted() {
    return count(each -> each.vote() instanceof Vote.Granted && each.hasAccepted());
  }

  /** How many have told what they had agreed to, and cannot have forgotten any of it. */
  default long sure() {
    return count(each -> each.vote().acceptorState().isSure());
  }

  /** Whether all have told what they had agreed to, as far as they have not forgotten it. */
  default boolean haveAllTold() {
    return count(each -> !each.vote().acceptorState().equals(AcceptorState.NONE)) == size();
  }

  /** How many have not answered yet, of those that mostly do in time. */
  default long awaited() {
    return count(each -> each.vote() instanceof Vote.Open && !each.isOfSlowNode());
  }

  /** How many have not answered yet. */
  default long open() {
    return count(each -> each.vote() instanceof Vote.Open);
  }

  /** Whether the nodes that have said yes are a majority. */
  default boolean isWon() {
    return granted() >= majority();
  }

  /** Whether they may yet be one. */
  default boolean canBeWon() {
    return granted() + open() >= majority();
  }

  /**
   * Whether the next answer may tell that it is another's, which it may be to know where to wait.
   * Nobody waits for what is granted here meanwhile: nothing is.
   */
  default boolean mayTellOfAnother() {
    long refusals = Refusals.of(all());
    return granted() == 0 && refusals > 0 && refusals <= spare() && open() > 0;
  }

  /**
   * Whether who asks is going to wait at a node that has not answered yet. All who wait are to do
   * so at the same node: at different ones there are several who are next, and split the votes.
   */
  default boolean isPlaceOpen() {
    boolean isAnothers = Refusals.of(all()) > 0;
    return inOrder().stream()
        .map(CountedVote::vote)
        .filter(vote -> vote instanceof Vote.Open || (isAnothers ? vote.isNo() : vote.isAnswer()))
        .findFirst()
        .filter(Vote.Open.class::isInstance)
        .isPresent();
  }

  /** Whether others wait for it, or have it at some nodes and so wait for the rest. */
  default boolean doOthersWait() {
    return all().stream()
        .map(CountedVote::vote)
        .anyMatch(vote -> vote.isNo() || (vote instanceof Vote.Granted one && one.othersWait()));
  }
}
