package io.holdfast.lock.cli.list;

import io.holdfast.lock.core.gate.Revocable.Held;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * How often something changed hands between looks. Two looks show one change at most, so a rate
 * near that of the looks is a lower bound, and is marked.
 */
final class HandOvers {

  private static final int LOOKS = 11; // ten intervals

  private record Seen(long nanos, Set<String> ids, int newIds) {}

  private final Deque<Seen> seen = new ArrayDeque<>();

  /** This is there now. */
  void seen(Entry entry) {
    seen(entry, System.nanoTime());
  }

  void seen(Entry entry, long nanos) {
    List<Held> holders = entry instanceof Entry.Owned owned ? owned.holders() : List.of();
    Set<String> ids = new HashSet<>();
    holders.forEach(held -> ids.add(held.id()));
    Set<String> added = new HashSet<>(ids);
    if (!seen.isEmpty()) {
      added.removeAll(seen.getLast().ids());
    }
    seen.addLast(new Seen(nanos, ids, added.size()));
    if (seen.size() > LOOKS) {
      seen.removeFirst();
    }
  }

  /** Takes note that nobody has it, and nobody waits; whether that was so for long. */
  boolean isOver(Entry entry) {
    seen(entry);
    return seen.stream().allMatch(look -> look.ids().isEmpty());
  }

  /** For people: a second, with a plus if there may have been more. */
  String perSecond() {
    if (seen.size() < 2) {
      return "-";
    }
    long nanos = seen.getLast().nanos() - seen.getFirst().nanos();
    int changes = seen.stream().skip(1).mapToInt(Seen::newIds).sum();
    boolean mayBeMore =
        seen.stream().skip(1).allMatch(look -> look.newIds() == look.ids().size())
            && changes >= seen.size() - 1;
    double perSecond = changes * (double) TimeUnit.SECONDS.toNanos(1) / Math.max(1, nanos);
    return String.format(Locale.ROOT, "%.1f%s", perSecond, mayBeMore ? "+" : "");
  }
}
