package io.holdfast.lock.torture.nemesis;

import io.holdfast.lock.torture.nemesis.Battlefield.Node;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One fault, or two at the same time, and the rest after them.
 *
 * @param attacks what is injected, in this order, and healed in the other
 * @param length how long it lasts
 * @param isOpen whether what it did to nodes is there still when the next round begins, at once
 * @param pause after the healing
 */
public record Round(List<Planned> attacks, Duration length, boolean isOpen, Duration pause) {

  /**
   * A fault, its victim, and the seed of all that it chooses.
   *
   * @param victim the node, if the schedule has chosen one; else the fault chooses
   */
  public record Planned(Fault fault, Optional<Node> victim, long seed) {}

  /** Copies the list. */
  public Round {
    attacks = List.copyOf(attacks);
  }
}
