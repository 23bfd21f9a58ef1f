package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.check.Evidence.LockEvidence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;

/**
 * The turns of one lock whose place in the order of arrival is known, in the order in which the
 * server made them holders: by token. A lock that promises no order tells no places.
 *
 * <p>A place that equals the token is no place in a queue: its owner did not have to wait, or, if
 * an answer was lost, it learned that it had the lock and never its place. So where something was
 * broken such a one arrived after all numbers that were known when it asked, and that is all that
 * counts of it.
 */
final class Arrivals {

  private final Evidence evidence;
  private final FaultWindows silencing;
  private final List<Turn> served;
  private final IdentityHashMap<Turn, Long> earliest =
      new IdentityHashMap<>(); // that each can have arrived as

  private Arrivals(LockEvidence lock, Evidence evidence) {
    this.evidence = evidence;
    this.silencing = evidence.faults().except(evidence.bounds().audible());
    this.served =
        lock.turns().stream()
            .filter(turn -> turn.arrival().isPresent() && turn.token().isPresent())
            .sorted(Comparator.comparingLong(Arrivals::token))
            .toList();
    findEarliest(lock.turns().stream().filter(turn -> turn.token().isPresent()).toList());
  }

  /** By time of asking; remembers the highest number that was known by then. */
  private void findEarliest(List<Turn> turns) {
    PriorityQueue<Turn> begun = new PriorityQueue<>(Comparator.comparingLong(Turn::beginNanos));
    begun.addAll(turns);
    List<Turn> asking =
        served.stream()
            .sorted(Comparator.comparingLong(turn -> turn.acquisition().invokedNanos()))
            .toList();
    long known = Long.MIN_VALUE;
    for (Turn turn : asking) {
      while (!begun.isEmpty() && begun.element().beginNanos() < turn.acquisition().invokedNanos()) {
        known = Math.max(known, token(begun.remove()));
      }
      earliest.put(turn, mayNotKnowItsPlace(turn) ? known : arrival(turn));
    }
  }

  /**
   * One was served after another that had arrived later.
   *
   * @param isExcused whether its client may have been silent when that happened
   */
  record Overtaking(Turn overtaken, Turn by, boolean isExcused) {}

  static Arrivals of(LockEvidence lock, Evidence evidence) {
    return new Arrivals(lock, evidence);
  }

  private boolean mayNotKnowItsPlace(Turn turn) {
    return arrival(turn) == token(turn)
        && evidence.faults().touch(turn.acquisition().invokedNanos(), turn.beginNanos());
  }

  /** How many turns have a place. */
  int count() {
    return served.size();
  }

  /** At most one for each turn: by one that there is no excuse for, if there is such a one. */
  List<Overtaking> overtakings() {
    List<Overtaking> found = new ArrayList<>();
    long highest = Long.MIN_VALUE;
    for (int i = 0; i < served.size(); i++) {
      long arrival = arrival(served.get(i));
      if (arrival <= highest) {
        found.add(overtaking(i));
      }
      highest = Math.max(highest, earliest(served.get(i)));
    }
    return found;
  }

  private Overtaking overtaking(int at) {
    Turn overtaken = served.get(at);
    Turn excused = overtaken;
    for (int i = at - 1; i >= 0; i--) {
      Turn earlier = served.get(i);
      if (earliest(earlier) >= arrival(overtaken)) {
        if (!isExcused(overtaken, earlier)) {
          return new Overtaking(overtaken, earlier, false);
        }
        excused = earlier;
      }
    }
    return new Overtaking(overtaken, excused, true);
  }

  /**
   * Both waited when the server chose, which was after the later of them had asked. What silenced
   * one before goes on for as long as a hand-over may take: back-off, re-assertion.
   */
  private boolean isExcused(Turn overtaken, Turn by) {
    long from =
        Math.max(overtaken.acquisition().invokedNanos(), by.acquisition().invokedNanos())
            - evidence.bounds().handOver().toNanos();
    return silencing.touch(from, by.beginNanos());
  }

  private long earliest(Turn turn) {
    return Objects.requireNonNull(earliest.get(turn));
  }

  private static long token(Turn turn) {
    return turn.token().orElseThrow();
  }

  private static long arrival(Turn turn) {
    return turn.arrival().orElseThrow();
  }
}
