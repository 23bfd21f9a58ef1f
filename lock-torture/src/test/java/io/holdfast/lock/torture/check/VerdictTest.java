package io.holdfast.lock.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {

  private static Tale overlapping(int owners) {
    Tale tale = new Tale();
    for (int owner = 1; owner <= owners; owner++) {
      tale.lock(owner, 0, owner, owner, owner).lives(owner, 100);
    }
    return tale;
  }

  @Test
  void report_ofAFailedRun_saysNumbersAndWhoDidWhat() {
    Tale tale = overlapping(2).fault(50, 60);
    String report = tale.verdict().report();
    assertThat(report)
        .startsWith("FAILED: 2 errors, 0 warnings")
        .contains("3 processes, 1 locks, 2 operations (0 of unknown outcome), 2 holds (0 lost)")
        .contains("1 overlaps, 0 lease overlaps, 0 stale writes refused, 1 faults")
        .contains("ERROR C1 exclusion: Lock 'orders' had two owners for 98.000 ms")
        .contains("    2/2 LOCK.OK hold 0#2 token 2 count 1");
  }

  @Test
  void findings_errorsFirst_thenWarnings() {
    Tale tale = overlapping(2).residue(Residue.of(List.of("key x")));
    Verdict verdict = tale.bounds(tale.bounds().losingData()).verdict();
    assertThat(verdict.findings())
        .extracting(Finding::severity)
        .containsExactly(Severity.ERROR, Severity.WARNING);
    assertThat(verdict.report()).contains("FAILED: 1 errors, 1 warnings");
  }

  @Test
  void findings_manyAlike_areCountedNotListed() {
    Verdict verdict = overlapping(8).verdict(); // 28 pairs
    assertThat(verdict.findings(Rule.EXCLUSION)).hasSize(11);
    assertThat(verdict.findings(Rule.EXCLUSION).get(10).explanation())
        .isEqualTo("and 18 more like this");
    assertThat(verdict.statistics().overlaps()).isEqualTo(28);
  }

  @Test
  void verdict_ofNothing_passes() {
    Verdict verdict = new Tale().verdict();
    assertThat(verdict.isPassed()).isTrue();
    assertThat(verdict.statistics().operations()).isZero();
    assertThat(verdict.report()).startsWith("PASSED");
  }
}
