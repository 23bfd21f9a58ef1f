package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.gate.Gates;
import io.holdfast.lock.core.key.LockKeys;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * The nodes, and what their client works with.
 *
 * @param nodes all that are configured, whether they can be reached or not
 * @param engine one for all of them
 * @param nodeTimeout how long one may take to answer before it is done without
 * @param roundLimiter each round of votes passes it first
 * @param proposalNumbers draws the tokens that are proposed
 */
record Quorum(
    List<QuorumNode> nodes,
    Engine engine,
    Duration nodeTimeout,
    RoundLimiter roundLimiter,
    ProposalNumbers proposalNumbers)
    implements Gates.Client {

  @Override
  public String clientDescription() {
    return "RedLocks over " + nodes;
  }

  int size() {
    return nodes.size();
  }

  /** How many it takes. */
  int majority() {
    return nodes.size() / 2 + 1;
  }

  long now() {
    return engine.clock().nanoTime();
  }

  /**
   * What time it is at the nodes, about: the median of the nodes that have told, so that a few
   * clocks that are far off do not count. Empty until a majority has told.
   */
  OptionalLong serverMicros() {
    long[] ahead = microsAhead();
    return ahead.length < majority()
        ? OptionalLong.empty()
        : OptionalLong.of(micros() + ahead[(ahead.length - 1) / 2]);
  }

  /** The latest time that any of them has told. */
  long latestMicros() {
    long[] ahead = microsAhead();
    return micros() + ahead[ahead.length - 1];
  }

  private long[] microsAhead() {
    return nodes.stream()
        .map(QuorumNode::microsAhead)
        .flatMapToLong(OptionalLong::stream)
        .sorted()
        .toArray();
  }

  private long micros() {
    return TimeUnit.NANOSECONDS.toMicros(now());
  }

  /** Sorts what is listed by node: the order is the same for this lock everywhere. */
  <T> List<T> inOrder(LockKeys keys, List<T> ofNodes) {
    int first = Math.floorMod(keys.name().hashCode(), nodes.size());
    return IntStream.range(0, nodes.size())
        .mapToObj(i -> ofNodes.get((first + i) % nodes.size()))
        .toList();
  }
}
