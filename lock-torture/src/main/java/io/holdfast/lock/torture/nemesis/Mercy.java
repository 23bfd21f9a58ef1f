package io.holdfast.lock.torture.nemesis;

import java.time.Duration;

/**
 * How far a nemesis goes with nodes that stand in for each other.
 *
 * @param nodes how many of them are hurt at the same time, at most, each by one fault
 * @param convalescence for how long a node that was restarted counts as hurt
 */
public record Mercy(int nodes, Duration convalescence) {

  /** Refuses what is no mercy, or no time. */
  public Mercy {
    if (nodes < 1) {
      throw new IllegalArgumentException("nodes: " + nodes + " is less than 1");
    }
    if (convalescence.isNegative()) {
      throw new IllegalArgumentException("convalescence: " + convalescence + " is negative");
    }
  }
}
