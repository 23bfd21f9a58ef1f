package io.holdfast.lock.torture.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What came of a {@link BufferRun}.
 *
 * @param complaints what was wrong with the buffer, or with its users; empty if nothing
 * @param taken how many items went through it
 * @param longestPause how long nothing was taken, at most, after a consumer was killed
 * @param lastTaken how long the last item lay in the buffer, since its producer was killed before
 *     it could tell anybody of it
 */
public record BufferReport(
    List<String> complaints, long taken, Duration longestPause, Duration lastTaken) {

  /** Keeps a copy of the list. */
  public BufferReport {
    complaints = List.copyOf(complaints);
  }

  /**
   * What is wrong with these accounts: an item that is there twice, one that is missing, one too
   * many.
   *
   * @param items all that are in the buffer or were taken: {@code OWNER-NUMBER}, each owner's
   *     counted from 1
   * @param counts how many were put by those owners that could say so
   */
  static List<String> audit(List<String> items, Map<String, Long> counts) {
    List<String> complaints = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    Map<String, Long> found = new HashMap<>();
    Map<String, Long> highest = new TreeMap<>();
    for (String item : items) {
      if (!seen.add(item)) {
        complaints.add("twice: " + item);
        continue;
      }
      int dash = item.lastIndexOf('-');
      String owner = item.substring(0, dash);
      found.merge(owner, 1L, Long::sum);
      highest.merge(owner, Long.parseLong(item.substring(dash + 1)), Math::max);
    }
    counts.forEach((owner, count) -> highest.merge(owner, count, Math::max));
    highest.forEach(
        (owner, count) -> {
          long there = found.getOrDefault(owner, 0L);
          if (there != count) {
            complaints.add("of %s items of %s there are %s".formatted(count, owner, there));
          }
          long told = counts.getOrDefault(owner, count);
          if (told != count) {
            complaints.add("%s put %s items, and there is number %s".formatted(owner, told, count));
          }
        });
    return complaints;
  }
}
