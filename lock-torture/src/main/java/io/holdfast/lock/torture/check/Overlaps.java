package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.history.Mode;
import java.util.ArrayList;
import java.util.List;

/**
 * Exclusive turns of one lock that overlap.
 *
 * @param believed the second began while the first had reason to believe that it held
 * @param late the second began after the first had lost its reason, and before it ended
 */
record Overlaps(List<Pair> believed, List<Pair> late) {

  /** Two turns; the first began first. */
  record Pair(Turn first, Turn second) {

    /** How long both believed to hold. */
    long believedNanos() {
      return Math.min(first.believedEndNanos(), second.believedEndNanos()) - second.beginNanos();
    }
  }

  /** How many turns went on beyond their lease while others had begun. */
  long overslept() {
    return late.stream().map(pair -> pair.first().begin().operation()).distinct().count();
  }

  /** Of turns by time of their beginning. */
  static Overlaps of(List<Turn> turns) {
    List<Pair> believed = new ArrayList<>();
    List<Pair> late = new ArrayList<>();
    List<Turn> active = new ArrayList<>();
    for (Turn turn : turns) {
      if (turn.mode() != Mode.EXCLUSIVE) {
        continue;
      }
      active.removeIf(other -> other.actualEndNanos() <= turn.beginNanos());
      for (Turn other : active) {
        boolean bothBelieve = other.believesAt(turn.beginNanos()) && !turn.wasOverAtOnce();
        (bothBelieve ? believed : late).add(new Pair(other, turn));
      }
      active.add(turn);
    }
    return new Overlaps(List.copyOf(believed), List.copyOf(late));
  }
}
