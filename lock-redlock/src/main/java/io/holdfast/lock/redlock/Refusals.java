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
  static long of(List<? extends CountedVote> votes) {
    return votes.stream().filter(each -> each.vote().isNo()).count();
  }

  /**
   * How many of them may be for one and the same. An id at a node is that of one client of it, so
   * that only the label tells; and where we are queued, not even that is said.
   */
  static long ofOne(List<? extends CountedVote> votes) {
    Map<String, Long> byLabel = byLabel(votes);
    long unnamed = votes.stream().filter(each -> each.vote() instanceof Vote.Waiting).count();
    return unnamed + byLabel.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }

  /**
   * Whose votes are most of them: those of one, and what may be another's or the same one's. Those
   * of others are left out.
   */
  static Predicate<Vote> ofTheMost(List<? extends CountedVote> votes) {
    String label =
        byLabel(votes).entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElse("");
    return vote ->
        vote instanceof Vote.Waiting
            || (vote instanceof Vote.Refused refused && label(refused).equals(label));
  }

  private static Map<String, Long> byLabel(List<? extends CountedVote> votes) {
    return votes.stream()
        .map(CountedVote::vote)
        .filter(Vote.Refused.class::isInstance)
        .map(vote -> label((Vote.Refused) vote))
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }

  private static String label(Vote.Refused vote) {
    return ClientId.labelOf(vote.reply().holderId());
  }
}
