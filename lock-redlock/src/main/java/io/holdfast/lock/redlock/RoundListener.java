package io.holdfast.lock.redlock;

/** Hears how the rounds of one acquisition end; without its monitor, unless said otherwise. */
interface RoundListener {

  /** A majority has granted the lock, and accepted the tokens. */
  void held(QuorumRequest request, TokenBlock block, boolean othersWait);

  /** There was no majority; everything but the ticket has been released. */
  void failed(QuorumRequest request);

  /** A node has said no: others want the lock, and wait for the other nodes. */
  void wanted();

  /** Too many nodes have taken the lock away by force for a majority to be left. */
  void forced();

  /**
   * Gives back what is there of this vote, and makes another for the same node. With the monitor.
   */
  NodeVote replace(QuorumRequest request, NodeVote given);
}
