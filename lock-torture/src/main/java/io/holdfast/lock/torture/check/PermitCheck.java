package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.check.Evidence.LockEvidence;
import io.holdfast.lock.torture.history.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * C6: the permits that are out at any time are never more than there are; when all is over, exactly
 * as many as there are must be available. Looks only at semaphores whose size the bounds say: that
 * of the beginning, and of the end.
 */
final class PermitCheck implements Check {

  @Override
  public List<Finding> examine(Evidence evidence) {
    List<Finding> findings = new ArrayList<>();
    for (LockEvidence lock : evidence.locks()) {
      Integer size = evidence.bounds().permits().get(lock.name());
      if (size != null) {
        findings.addAll(sweep(evidence, lock, size));
      }
    }
    evidence.residue().ifPresent(residue -> findings.addAll(atTheEnd(evidence, residue)));
    return findings;
  }

  private static List<Finding> sweep(Evidence evidence, LockEvidence lock, int size) {
    Findings findings = new Findings(Rule.PERMITS);
    PermitSizes sizes = PermitSizes.of(lock, evidence, size);
    List<Turn> active = new ArrayList<>();
    for (Turn turn : lock.turns()) {
      if (turn.mode() != Mode.PERMITS || turn.wasOverAtOnce()) {
        continue;
      }
      active.removeIf(other -> !other.believesAt(turn.beginNanos()));
      active.add(turn);
      int out = active.stream().mapToInt(Turn::permits).sum();
      int most = sizes.most(lastAskedNanos(active), turn.beginNanos());
      if (out > most) {
        findings.add(
            evidence.excuses().ofOverlap(turn.beginNanos()),
            "Semaphore '%s' has %s permits, and %s were out at %s: %s"
                .formatted(
                    lock.name(),
                    most,
                    out,
                    evidence.times().at(turn.beginNanos()),
                    active.stream()
                        .map(each -> each.permits() + " of " + each.who())
                        .collect(Collectors.joining(", "))),
            active.stream().map(Turn::begin).toList());
      }
    }
    return findings.toList();
  }

  /**
   * Since then the last of them was given, when the pool had as many as were out with it: to have
   * fewer later takes none back.
   */
  private static long lastAskedNanos(List<Turn> active) {
    return active.stream().mapToLong(turn -> turn.acquisition().invokedNanos()).max().orElseThrow();
  }

  private static List<Finding> atTheEnd(Evidence evidence, Residue residue) {
    Findings findings = new Findings(Rule.PERMITS);
    residue
        .availablePermits()
        .forEach(
            (name, available) -> {
              int size = evidence.bounds().permits().getOrDefault(name, available);
              if (available != size) {
                findings.error(
                    "Semaphore '%s': %s of %s permits are available at the end: %s were %s"
                        .formatted(
                            name,
                            available,
                            size,
                            Math.abs(size - available),
                            available < size ? "lost" : "made from nothing"));
              }
            });
    return findings.toList();
  }
}
