package io.holdfast.lock.redlock;

import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.ServerFailure;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The votes of one round, one for each node, and what they come to. Guarded by the monitor of the
 * acquisition.
 */
final class Votes {

  private final Quorum quorum;
  private final LockKeys keys;
  private final List<NodeVote> nodeVotes; // read without the monitor, too

  Votes(Quorum quorum, LockKeys keys, List<NodeVote> nodeVotes) {
    this.quorum = quorum;
    this.keys = keys;
    this.nodeVotes = new CopyOnWriteArrayList<>(nodeVotes);
  }

  /** Of the lock. */
  String name() {
    return keys.name();
  }

  /** All of them, in the order of the nodes. */
  List<NodeVote> nodeVotes() {
    return nodeVotes;
  }

  /** The first whose vote is such a one, in the order of this lock; any if none is. */
  NodeVote first(Predicate<Vote> which) {
    return inOrder().stream()
        .filter(nodeVote -> which.test(nodeVote.vote()))
        .findFirst()
        .orElse(nodeVotes.get(0));
  }

  private List<NodeVote> inOrder() {
    return quorum.inOrder(keys, nodeVotes);
  }

  /** Puts another one in the place of this one. */
  void replace(NodeVote old, UnaryOperator<NodeVote> by) {
    nodeVotes.replaceAll(each -> each.equals(old) ? by.apply(each) : each);
  }

  private long count(Predicate<NodeVote> which) {
    return nodeVotes.stream().filter(which).count();
  }

  long granted() {
    return count(NodeVote::isGranted);
  }

  /** How many have said yes, and accepted the tokens. */
  long accepted() {
    return count(nodeVote -> nodeVote.isGranted() && nodeVote.hasAccepted());
  }

  /** How many have told what they had agreed to, and cannot have forgotten any of it. */
  long sure() {
    return count(nodeVote -> nodeVote.vote().acceptorState().isSure());
  }

  /** Whether all have told what they had agreed to, as far as they have not forgotten it. */
  boolean haveAllTold() {
    return count(nodeVote -> !nodeVote.vote().acceptorState().equals(AcceptorState.NONE))
        == quorum.size();
  }

  /** How many have not answered yet, of those that mostly do in time. */
  long awaited() {
    return count(nodeVote -> nodeVote.vote() instanceof Vote.Open && !nodeVote.node().isSlow());
  }

  /** How many have not answered yet. */
  long open() {
    return count(nodeVote -> nodeVote.vote() instanceof Vote.Open);
  }

  /** Whether the nodes that have said yes are a majority. */
  boolean isWon() {
    return granted() >= quorum.majority();
  }

  /** Whether they may yet be one. */
  boolean canBeWon() {
    return granted() + open() >= quorum.majority();
  }

  /**
   * Whether the next answer may tell that it is another's, which it may be to know where to wait.
   * Nobody waits for what is granted here meanwhile: nothing is.
   */
  boolean mayTellOfAnother() {
    long refusals = Refusals.of(nodeVotes);
    return granted() == 0
        && refusals > 0
        && refusals <= quorum.size() - quorum.majority()
        && open() > 0;
  }

  /**
   * Whether who asks is going to wait at a node that has not answered yet. All who wait are to do
   * so at the same node: at different ones there are several who are next, and split the votes.
   */
  boolean isPlaceOpen() {
    boolean isAnothers = Refusals.of(nodeVotes) > 0;
    return inOrder().stream()
        .map(NodeVote::vote)
        .filter(vote -> vote instanceof Vote.Open || (isAnothers ? vote.isNo() : vote.isAnswer()))
        .findFirst()
        .filter(Vote.Open.class::isInstance)
        .isPresent();
  }

  /** Whether others wait for it, or have it at some nodes and so wait for the rest. */
  boolean doOthersWait() {
    return nodeVotes.stream()
        .map(NodeVote::vote)
        .anyMatch(vote -> vote.isNo() || (vote instanceof Vote.Granted one && one.othersWait()));
  }

  /** Who has not answered by now is not waited for in the rounds to come. */
  void awaitNoLonger() {
    nodeVotes.stream()
        .filter(nodeVote -> nodeVote.vote() instanceof Vote.Open)
        .forEach(nodeVote -> nodeVote.node().wasSlow());
  }

  /** Who has not answered by now has failed. */
  void giveUpOpen(long afterMillis) {
    String message = "no answer within %s ms".formatted(afterMillis);
    nodeVotes.stream()
        .filter(nodeVote -> nodeVote.vote() instanceof Vote.Open)
        .forEach(
            nodeVote -> {
              nodeVote.node().wasSlow();
              nodeVote.vote(Vote.failed(ServerFailure.Kind.UNKNOWN, message));
            });
  }
}
