package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.ClientId;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Votes that say that the lock is another's. */
final class Refusals {

  private Refusals() {}

  /** How many. */
  static long of(List<NodeVote> nodeVotes) {
    return nodeVotes.stream().filter(nodeVote -> nodeVote.vote().isNo()).count();
  }

  /**
   * How many of them may be for one and the same. An id at a node is that of one client of it, so
   * that only the label tells; and where we are queued, not even that is said.
   */
  static long ofOne(List<NodeVote> nodeVotes) {
    Map<String, Long> byLabel = byLabel(nodeVotes);
    long unnamed =
        nodeVotes.stream().filter(nodeVote -> nodeVote.vote() instanceof Vote.Waiting).count();
    return unnamed + byLabel.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }

  /**
   * Whose votes are most of them: those of one, and what may be another's or the same one's. Those
   * of others are left out.
   */
  static Predicate<Vote> ofTheMost(List<NodeVote> nodeVotes) {
    String label =
        byLabel(nodeVotes).entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElse("");
    return vote ->
        vote instanceof Vote.Waiting
            || (vote instanceof Vote.Refused refused && label(refused).equals(label));
  }

  private static Map<String, Long> byLabel(List<NodeVote> nodeVotes) {
    return nodeVotes.stream()
        .map(NodeVote::vote)
        .filter(Vote.Refused.class::isInstance)
        .map(vote -> label((Vote.Refused) vote))
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }

  private static String label(Vote.Refused vote) {
    return ClientId.labelOf(vote.reply().holderId());
  }
}
