package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.register.ResourceReport;
import io.holdfast.lock.torture.register.ResourceReport.Moments;
import java.util.List;

/**
 * C3: nobody met another inside whose deadline was not over; no owner within its deadline was
 * refused; no token was used by two; every acknowledged update is in the value. Without overlaps of
 * whatever kind that goes for the counter that only the lock protects too.
 */
final class RegisterCheck implements Check {

  @Override
  public List<Finding> examine(Evidence evidence) {
    return evidence.resources().stream()
        .flatMap(resource -> examine(evidence, resource).stream())
        .toList();
  }

  private static List<Finding> examine(Evidence evidence, ResourceReport report) {
    Findings findings = new Findings(Rule.REGISTER);
    if (report.overlaps() > 0) {
      severely(
          evidence,
          report.moments().overlaps(),
          "Lock '%s': %s times somebody entered while another was inside within its deadline"
              .formatted(report.lock(), report.overlaps()),
          findings);
    }
    tokens(evidence, report, findings);
    counter(evidence, report, findings);
    return findings.toList();
  }

  /** An error if any of it happened when no fault may have taken the lock away. */
  private static void severely(
      Evidence evidence, List<Long> moments, String explanation, Findings findings) {
    Excuses excuses = evidence.excuses();
    List<Long> without =
        moments.stream().filter(from -> !excuses.touch(from, from + Moments.LENGTH_NANOS)).toList();
    boolean isExcused = excuses.areThere() && !moments.isEmpty() && without.isEmpty();
    String when =
        without.isEmpty()
            ? ""
            : "; within %s from %s no fault excuses it"
                .formatted(Times.length(Moments.LENGTH_NANOS), evidence.times().at(without.get(0)));
    findings.add(isExcused ? Severity.WARNING : Severity.ERROR, explanation + when, List.of());
  }

  private static void tokens(Evidence evidence, ResourceReport report, Findings findings) {
    ResourceReport.Writes writes = report.writes();
    if (writes.refusedValid() > 0) {
      severely(
          evidence,
          report.moments().refusals(),
          "Lock '%s': %s writes of owners within their deadline were refused: their tokens were too low"
              .formatted(report.lock(), writes.refusedValid()),
          findings);
    }
    if (writes.twins() > 0) {
      findings.error(
          "Lock '%s': %s stale writes were accepted: their token was another hold's too"
              .formatted(report.lock(), writes.twins()));
    }
    if (!report.fenced().isExact()) {
      findings.error(
          "Lock '%s': the value that tokens protect is %s after %s acknowledged updates (%s begun)"
              .formatted(
                  report.lock(),
                  report.fenced().value(),
                  report.fenced().done(),
                  report.fenced().begun()));
    }
  }

  private static void counter(Evidence evidence, ResourceReport report, Findings findings) {
    if (report.counted().isExact()) {
      return;
    }
    boolean isExcused =
        (evidence.excuses().areThere() && report.overlaps() > 0)
            || report.lateOverlaps() > 0
            || evidence.lateOverlaps(report.lock()) > 0;
    findings.add(
        isExcused ? Severity.WARNING : Severity.ERROR,
        "Lock '%s': the unprotected counter is %s after %s updates (%s begun)%s"
            .formatted(
                report.lock(),
                report.counted().value(),
                report.counted().done(),
                report.counted().begun(),
                isExcused ? "; owners went on beyond their leases" : ""),
        List.of());
  }
}
