package io.holdfast.lock.redlock;

import java.util.Optional;
import java.util.OptionalLong;

/** A node, as the others see it: what it says of itself, and what it can be told. Any thread. */
interface Peer {

  /** What it said last of itself, if it may be a node. */
  Optional<NodeStatus> word();

  /** Whether it has not said anything yet, and is going to. */
  boolean isYetToTell();

  /** Whether it has had the node time-out, since then and since it was asked, to say anything. */
  boolean isOverdue(long beganNanos, long nowNanos);

  /** By how much its clock is ahead of the local one; empty if it has not told. */
  OptionalLong microsAhead();

  /** Has it know that most nodes serve this, if it was not told since. */
  void tellIfUntold(Optional<QuorumId> most);

  /**
   * Has it serve that quorum from now on, if it may; not again and again.
   *
   * @param isBacked whether most nodes serve it
   */
  void join(QuorumId quorum, boolean isBacked);
}
