package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.check.Evidence.LockEvidence;
import java.util.List;

/**
 * C1: no two exclusive turns overlap, each from the moment its owner knew of it to its release, its
 * deadline or the news of its loss, whatever came first.
 */
final class ExclusionCheck implements Check {

  @Override
  public List<Finding> examine(Evidence evidence) {
    return evidence.locks().stream().flatMap(lock -> examine(evidence, lock).stream()).toList();
  }

  private static List<Finding> examine(Evidence evidence, LockEvidence lock) {
    Findings findings = new Findings(Rule.EXCLUSION);
    for (Overlaps.Pair pair : lock.overlaps().believed()) {
      findings.add(
          evidence.excuses().ofOverlap(pair.second().beginNanos()),
          explain(evidence.times(), pair),
          List.of(pair.first().begin(), pair.second().begin()));
    }
    return findings.toList();
  }

  private static String explain(Times times, Overlaps.Pair pair) {
    return "Lock '%s' had two owners for %s: %s from %s to %s, and %s from %s to %s"
        .formatted(
            pair.first().lock(),
            Times.length(pair.believedNanos()),
            pair.first().who(),
            times.at(pair.first().beginNanos()),
            times.at(pair.first().believedEndNanos()),
            pair.second().who(),
            times.at(pair.second().beginNanos()),
            times.at(pair.second().believedEndNanos()));
  }
}
