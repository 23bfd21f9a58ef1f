package io.holdfast.lock.redlock;

import java.util.OptionalLong;

/**
 * The place of an acquisition in the queue of one node, the coordinator. Guarded by the monitor of
 * the acquisition.
 */
final class CoordinatorTicket {

  /** So often who has the vote of the coordinator, and of no majority, tries to get the others. */
  private static final int TRIES_WHEN_OVERTAKEN = 3;

  private final NodeVote nodeVote;
  private boolean isQueued;
  private boolean isGranted;
  private int triesWhenGranted; // without a majority
  private OptionalLong silentSinceNanos = OptionalLong.empty();

  CoordinatorTicket(NodeVote nodeVote) {
    this.nodeVote = nodeVote;
  }

  NodeVote nodeVote() {
    return nodeVote;
  }

  QuorumNode node() {
    return nodeVote.node();
  }

  /** The node has said that it is queued. */
  void queued() {
    isQueued = true;
  }

  boolean isQueued() {
    return isQueued;
  }

  /** The node has said that its turn has come. */
  void granted() {
    isGranted = true;
  }

  /** The node is about to be asked anew: its answer will tell whether its turn is still there. */
  void askedAnew() {
    isGranted = false;
  }

  /** Whether it said so since it was asked last. */
  boolean isGranted() {
    return isGranted;
  }

  /** Whether it has its vote there. */
  private boolean hasVote() {
    return isGranted || nodeVote.isGranted();
  }

  /** One more try to get a majority is lost. */
  void hasLost() {
    if (hasVote()) {
      triesWhenGranted++;
    }
  }

  /** Whether those with that vote were enough. */
  private boolean hasTriedEnough() {
    return triesWhenGranted > TRIES_WHEN_OVERTAKEN;
  }

  /**
   * As a round has left it that was lost.
   *
   * @param beganNanos when the round began
   */
  WaitingPlace seen(long beganNanos, long nowNanos, long timeoutNanos) {
    return new WaitingPlace(
        node(),
        nodeVote.vote() instanceof Vote.Waiting,
        hasVote(),
        hasTriedEnough(),
        hasFailed() || silentNanos(beganNanos, nowNanos) > timeoutNanos);
  }

  /** Whether the node cannot be waited at any more. */
  private boolean hasFailed() {
    return !nodeVote.vote().mayAnswer();
  }

  /** For how long its node has not answered, by the last round, which began then. */
  private long silentNanos(long beganNanos, long now) {
    if (!(nodeVote.vote() instanceof Vote.Open)) {
      silentSinceNanos = OptionalLong.empty();
      return 0;
    }
    long since = silentSinceNanos.orElse(beganNanos);
    silentSinceNanos = OptionalLong.of(since);
    return now - since;
  }
}
