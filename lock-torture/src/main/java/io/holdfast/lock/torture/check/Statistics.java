package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.check.Evidence.LockEvidence;
import io.holdfast.lock.torture.history.Effect;
import io.holdfast.lock.torture.history.Event;
import io.holdfast.lock.torture.history.Phase;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The run in numbers.
 *
 * @param processes how many wrote
 * @param locks how many names were used
 * @param operations how many calls
 * @param unknownOutcomes how many of them have no known outcome
 * @param holds how many turns
 * @param losses how many turns their owners were told to have lost
 * @param overlaps how often two believed to own a lock
 * @param leaseOverlaps how many turns went on beyond their lease while another owned the lock
 * @param staleWritesRefused how many writes the register refused
 * @param faults how often something was broken on purpose
 * @param placed how many turns have a place in the server's order of arrival
 * @param overtaken how many of these were served after one that arrived later, excused or not
 * @param length from the first record to the last
 * @param slowestHandOver from a release to the next turn of who waited
 * @param slowestRecovery from the last sign of a holder that ended without release to the next turn
 *     of who waited
 */
public record Statistics(
    int processes,
    int locks,
    long operations,
    long unknownOutcomes,
    long holds,
    long losses,
    long overlaps,
    long leaseOverlaps,
    long staleWritesRefused,
    int faults,
    long placed,
    long overtaken,
    Duration length,
    Duration slowestHandOver,
    Duration slowestRecovery) {

  static Statistics of(Evidence evidence) {
    List<LockEvidence> locks = evidence.locks();
    return new Statistics(
        evidence.history().processes(),
        locks.size(),
        evidence.history().calls().size(),
        evidence.history().calls().stream()
            .filter(operation -> operation.outcome() == Phase.INFO)
            .count(),
        locks.stream().mapToLong(lock -> lock.turns().size()).sum(),
        evidence.history().events().stream().filter(event -> event.phase() == Phase.LOST).count(),
        locks.stream().mapToLong(lock -> lock.overlaps().believed().size()).sum(),
        locks.stream().mapToLong(lock -> lock.overlaps().overslept()).sum(),
        evidence.resources().stream().mapToLong(report -> report.writes().refused()).sum(),
        evidence.faults().count(),
        arrivals(evidence).mapToLong(Arrivals::count).sum(),
        arrivals(evidence).mapToLong(arrivals -> arrivals.overtakings().size()).sum(),
        Duration.ofNanos(
            evidence.history().endNanos().orElse(0) - evidence.history().beginNanos().orElse(0)),
        slowest(locks, true),
        slowest(locks, false));
  }

  private static Stream<Arrivals> arrivals(Evidence evidence) {
    return evidence.locks().stream().map(lock -> Arrivals.of(lock, evidence));
  }

  private static Duration slowest(List<LockEvidence> locks, boolean afterRelease) {
    long nanos = locks.stream().mapToLong(lock -> slowest(lock, afterRelease)).max().orElse(0);
    return Duration.ofNanos(nanos);
  }

  /** From turn to turn in order of their beginning; who waited for a condition wanted none. */
  private static long slowest(LockEvidence lock, boolean afterRelease) {
    long slowest = 0;
    List<Turn> turns =
        lock.turns().stream().sorted(Comparator.comparingLong(Turn::beginNanos)).toList();
    for (int i = 1; i < turns.size(); i++) {
      Turn before = turns.get(i - 1);
      boolean isAfterWait = turns.get(i).acquisition().kind().effect() == Effect.AWAITS;
      if (before.end().isPresent() == afterRelease && !isAfterWait) {
        long free = before.end().map(Event::nanos).orElse(before.actualEndNanos());
        long wanted = Math.max(free, turns.get(i).acquisition().invokedNanos());
        slowest = Math.max(slowest, turns.get(i).beginNanos() - wanted);
      }
    }
    return slowest;
  }
}
