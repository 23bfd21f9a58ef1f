package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.Administration.Holder;
import io.holdfast.lock.core.engine.ClientId;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Who may have a lock, by the words of the nodes that have answered. A silent node may have voted
 * for anybody, and so may one that may have forgotten: only a node that surely knows says no.
 *
 * @param size how many nodes there are
 * @param majority how many of them make a holder
 * @param answers of those that have answered
 */
record Sights(int size, int majority, List<Sight> answers) {

  /** Of one label: at the nodes a client has an id each. */
  private record Votes(String label, List<Holder> holders) {}

  /**
   * Who holds it, or may: most votes first, if that many nodes and those that do not know can be a
   * majority. It lasts until fewer than a majority can have it.
   */
  Optional<Holder> holder() {
    Map<String, List<Holder>> byLabel =
        answers.stream()
            .flatMap(sight -> sight.state().holder().stream())
            .collect(Collectors.groupingBy(holder -> ClientId.labelOf(holder.id())));
    return byLabel.entrySet().stream()
        .map(entry -> new Votes(entry.getKey(), entry.getValue()))
        .filter(votes -> possible(votes) >= majority)
        .max(Comparator.comparingInt(votes -> votes.holders().size()))
        .map(this::together);
  }

  /** Whether too many nodes do not know, so that a client may hold it that no node has told of. */
  boolean mayHideAHolder() {
    return size - answers.stream().filter(sight -> sight.doubt().isEmpty()).count() >= majority;
  }

  /** How many may have voted for that one: all but those that surely have not. */
  private long possible(Votes votes) {
    return size - answers.stream().filter(sight -> isNo(sight, votes.label())).count();
  }

  private static boolean isNo(Sight sight, String label) {
    boolean isYes =
        sight
            .state()
            .holder()
            .filter(holder -> ClientId.labelOf(holder.id()).equals(label))
            .isPresent();
    return sight.doubt().isEmpty() && !isYes;
  }

  private Holder together(Votes votes) {
    List<Holder> holders = votes.holders();
    long unknown = possible(votes) - holders.size();
    long needed = holders.size() >= majority ? majority : Math.max(1, majority - unknown);
    long millisLeft =
        holders.stream()
            .map(Holder::millisLeft)
            .sorted(Comparator.reverseOrder())
            .skip(needed - 1)
            .findFirst()
            .orElseThrow();
    long token = // a node that voted late may have another one
        holders.stream()
            .collect(Collectors.groupingBy(Holder::firstToken, Collectors.counting()))
            .entrySet()
            .stream()
            .max(Map.Entry.comparingByValue())
            .orElseThrow()
            .getKey();
    return new Holder(holders.get(0).id(), token, millisLeft);
  }
}
