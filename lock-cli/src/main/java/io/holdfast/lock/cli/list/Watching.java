package io.holdfast.lock.cli.list;

import io.holdfast.lock.cli.LockKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * What is in use, looked at again and again. A refresh costs the server a bounded number of
 * commands: some steps of SCAN, which go on where those of the last refresh ended, and two to four
 * for each line.
 */
final class Watching {

  /** How many steps of SCAN a refresh takes; of a thousand keys each. */
  static final int STEPS = 10;

  /**
   * What there is of one name.
   *
   * @param entry what the server has
   * @param handOvers how often it changed hands
   */
  record Line(Entry entry, HandOvers handOvers) {}

  /**
   * One look.
   *
   * @param lines what is shown
   * @param known how many there are, as far as they were found
   * @param nowMicros the server's clock
   */
  record Look(List<Line> lines, int known, long nowMicros) {}

  private record Key(LockKind kind, String name) {}

  private static final Comparator<Key> ORDER =
      Comparator.comparing(Key::name).thenComparing(Key::kind);

  private final ServerView view;
  private final KeyScan scan;
  private final int atMost;
  private final TreeSet<Key> known = new TreeSet<>(ORDER);
  private final Map<Key, HandOvers> handOvers = new HashMap<>();

  /** Over the names that this finds. */
  Watching(ServerView view, KeyScan scan, int atMost) {
    this.view = view;
    this.scan = scan;
    this.atMost = atMost;
  }

  /** Looks. */
  Look look(int steps) {
    scan.next(steps, (kind, name) -> known.add(new Key(kind, name)));
    List<Line> lines = new ArrayList<>();
    for (Key key : List.copyOf(known)) {
      if (lines.size() == atMost) {
        break;
      }
      Entry entry = view.look(key.kind(), key.name());
      if (entry.isInUse()) {
        HandOvers seen = handOvers.computeIfAbsent(key, none -> new HandOvers());
        seen.seen(entry);
        lines.add(new Line(entry, seen));
      } else {
        known.remove(key); // SCAN finds it again
        handOvers.computeIfPresent(key, (same, seen) -> seen.isOver(entry) ? null : seen);
      }
    }
    return new Look(lines, known.size(), view.serverMicros());
  }
}
