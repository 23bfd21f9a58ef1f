package io.holdfast.lock.torture.check;

import java.util.List;

/** C8: nothing is left behind. Silent if nobody looked. */
final class ResidueCheck implements Check {

  @Override
  public List<Finding> examine(Evidence evidence) {
    Findings findings = new Findings(Rule.RESIDUE);
    evidence
        .residue()
        .ifPresent(
            residue -> residue.left().forEach(left -> findings.error("left behind: " + left)));
    return findings.toList();
  }
}
