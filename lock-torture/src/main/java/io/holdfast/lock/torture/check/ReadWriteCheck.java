package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.check.Evidence.LockEvidence;
import io.holdfast.lock.torture.history.Mode;
import java.util.ArrayList;
import java.util.List;

/**
 * C5: while one writes nobody else reads. The owner of both may keep the read lock (a downgrade);
 * who reads must not become a writer (an upgrade).
 */
final class ReadWriteCheck implements Check {

  @Override
  public List<Finding> examine(Evidence evidence) {
    return evidence.locks().stream().flatMap(lock -> examine(evidence, lock).stream()).toList();
  }

  private static List<Finding> examine(Evidence evidence, LockEvidence lock) {
    Findings findings = new Findings(Rule.READ_WRITE);
    List<Turn> active = new ArrayList<>();
    for (Turn turn : lock.turns()) {
      active.removeIf(other -> !other.believesAt(turn.beginNanos()));
      if (turn.wasOverAtOnce()) {
        continue;
      }
      if (turn.mode() == Mode.EXCLUSIVE) {
        begunWriting(turn, active, evidence, findings);
      } else if (turn.mode() == Mode.SHARED) {
        active.stream()
            .filter(other -> other.mode() == Mode.EXCLUSIVE && !other.hasSameOwner(turn))
            .forEach(writer -> both(writer, turn, evidence, findings));
      }
      active.add(turn);
    }
    return findings.toList();
  }

  private static void begunWriting(
      Turn writer, List<Turn> active, Evidence evidence, Findings findings) {
    boolean wroteBefore =
        active.stream()
            .anyMatch(other -> other.mode() == Mode.EXCLUSIVE && other.hasSameOwner(writer));
    for (Turn other : active) {
      if (other.mode() == Mode.SHARED && !other.hasSameOwner(writer)) {
        both(writer, other, evidence, findings);
      } else if (other.mode() == Mode.SHARED && !wroteBefore) {
        findings.error(
            "Lock '%s': %s became its writer at %s while it was reading since %s"
                .formatted(
                    writer.lock(),
                    writer.who(),
                    evidence.times().at(writer.beginNanos()),
                    evidence.times().at(other.beginNanos())),
            other.begin(),
            writer.begin());
      }
    }
  }

  private static void both(Turn writer, Turn reader, Evidence evidence, Findings findings) {
    long begin = Math.max(writer.beginNanos(), reader.beginNanos());
    long end = Math.min(writer.believedEndNanos(), reader.believedEndNanos());
    findings.add(
        evidence.excuses().ofOverlap(begin),
        "Lock '%s' had the writer %s and the reader %s for %s from %s"
            .formatted(
                writer.lock(),
                writer.who(),
                reader.who(),
                Times.length(end - begin),
                evidence.times().at(begin)),
        List.of(writer.begin(), reader.begin()));
  }
}
