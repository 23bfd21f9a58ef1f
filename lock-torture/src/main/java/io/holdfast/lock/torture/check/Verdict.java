package io.holdfast.lock.torture.check;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What the checks say of a run.
 *
 * @param findings errors first
 * @param statistics the run in numbers
 */
public record Verdict(List<Finding> findings, Statistics statistics) {

  /** Keeps a copy of the list. */
  public Verdict {
    findings = List.copyOf(findings);
  }

  /** Whether no promise was broken. There may be warnings. */
  public boolean isPassed() {
    return errors().isEmpty();
  }

  /** The broken promises. */
  public List<Finding> errors() {
    return findings.stream().filter(finding -> finding.severity() == Severity.ERROR).toList();
  }

  /** What would be an error, but for the faults of the run. */
  public List<Finding> warnings() {
    return findings.stream().filter(finding -> finding.severity() == Severity.WARNING).toList();
  }

  /** What one rule has to say. */
  public List<Finding> findings(Rule rule) {
    return findings.stream().filter(finding -> finding.rule() == rule).toList();
  }

  /** For people: the numbers, then every finding with its records. */
  public String report() {
    StringBuilder text = new StringBuilder();
    Statistics run = statistics;
    line(
        text,
        "%s: %s errors, %s warnings",
        isPassed() ? "PASSED" : "FAILED",
        errors().size(),
        warnings().size());
    line(
        text,
        "  %s processes, %s locks, %s operations (%s of unknown outcome), %s holds (%s lost) in %s s",
        run.processes(),
        run.locks(),
        run.operations(),
        run.unknownOutcomes(),
        run.holds(),
        run.losses(),
        String.format(Locale.ROOT, "%.1f", run.length().toMillis() / 1000.0));
    line(
        text,
        "  %s overlaps, %s lease overlaps, %s stale writes refused, %s faults",
        run.overlaps(),
        run.leaseOverlaps(),
        run.staleWritesRefused(),
        run.faults());
    if (run.placed() > 0) {
      line(
          text,
          "  %s holds in order of arrival, but for %s that were overtaken",
          run.placed() - run.overtaken(),
          run.overtaken());
    }
    line(
        text,
        "  slowest hand-over %s ms, slowest recovery %s ms",
        run.slowestHandOver().toMillis(),
        run.slowestRecovery().toMillis());
    for (Finding finding : findings) {
      line(text, "%s %s", finding.severity(), finding);
      finding.records().forEach(record -> line(text, "    %s", record));
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
  }

  /** One line. */
  @Override
  public String toString() {
    return findings.isEmpty()
        ? "passed, " + statistics
        : findings.stream().map(Finding::toString).collect(Collectors.joining("; "));
  }
}
