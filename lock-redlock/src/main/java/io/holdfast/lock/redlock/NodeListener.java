package io.holdfast.lock.redlock;

/** Hears what the nodes send to the votes of one acquisition; without its monitor. */
interface NodeListener {

  /** A node has granted the lock, in whose queue this vote was. */
  void granted(NodeVote nodeVote);

  /** Others want the lock. */
  void wanted();

  /** A node was forced to take this vote away. */
  void takenAway(NodeVote nodeVote);

  /** Messages of a node may have been missed until then. */
  void inboxReopened(long sinceNanos);
}
