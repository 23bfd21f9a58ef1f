package io.holdfast.lock.redlock;

import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.ServerFailure;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/**
 * The votes of one round, one for each node, and what they come to. Guarded by the monitor of the
 * acquisition.
 */
final class Votes implements VoteCount<NodeVote> {

  private final Quorum quorum;
  private final LockKeys keys;
  private final List<NodeVote> nodeVotes; // read without the monitor, too

  /** For each node, in their order. */
  Votes(Quorum quorum, LockKeys keys, NodeVote[] nodeVotes) {
    this.quorum = quorum;
    this.keys = keys;
    this.nodeVotes = new CopyOnWriteArrayList<>(nodeVotes);
  }

  /** Of the lock. */
  String name() {
    return keys.name();
  }

  @Override
  public List<NodeVote> all() {
    return nodeVotes;
  }

  @Override
  public List<NodeVote> inOrder() {
    return quorum.inOrder(keys, nodeVotes);
  }

  @Override
  public int majority() {
    return quorum.majority();
  }

  /** Puts another one in the place of this one. */
  void replace(NodeVote old, UnaryOperator<NodeVote> by) {
    nodeVotes.replaceAll(each -> each.equals(old) ? by.apply(each) : each);
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
