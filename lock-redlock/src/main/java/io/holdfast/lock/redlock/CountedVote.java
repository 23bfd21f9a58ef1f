package io.holdfast.lock.redlock;

/** The vote of one node, as far as it is counted. */
interface CountedVote {

  /** Which node it is of. */
  Object node();

  /** What the node has said. */
  Vote vote();

  /** Whether the node has accepted the tokens that are proposed now. */
  boolean hasAccepted();

  /** Whether nobody waits for that node now, as it did not answer in time lately. */
  boolean isOfSlowNode();
}
