package io.holdfast.lock.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.torture.check.SimulatedLock.Mistake;
import io.holdfast.lock.torture.history.History;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SimulatedHistoryTest {

  private static Verdict verdict(long seed, int clients, int operations, Mistake mistake) {
    History history = SimulatedLock.history(seed, clients, operations, mistake);
    return Examination.of(history, List.of(), SimulatedLock.BOUNDS).verdict();
  }

  @Test
  void verdict_thousandsOfCorrectLocks_findsNothing() {
    long lateOverlaps = 0;
    long unknown = 0;
    for (int seed = 0; seed < 3_000; seed++) {
      Verdict verdict = verdict(seed, 2 + seed % 7, 60, Mistake.NONE);
      assertThat(verdict.findings()).as("seed %d%n%s", seed, verdict.report()).isEmpty();
      lateOverlaps += verdict.statistics().leaseOverlaps();
      unknown += verdict.statistics().unknownOutcomes();
    }
    assertThat(lateOverlaps).as("owners that overslept").isGreaterThan(500);
    assertThat(unknown).as("replies that were lost").isGreaterThan(1_000);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void verdict_serverThatErrs_findsIt(Mistake mistake) {
    Rule rule = mistake == Mistake.REPEATS_A_TOKEN ? Rule.TOKENS : Rule.EXCLUSION;
    int caught = 0;
    for (int seed = 0; seed < 50; seed++) {
      Verdict verdict = verdict(seed, 6, 400, mistake);
      caught += verdict.findings(rule).isEmpty() ? 0 : 1;
      assertThat(verdict.findings(Rule.LINEARIZABILITY).isEmpty())
          .as("what is found by intervals has no order either: seed %d%n%s", seed, verdict.report())
          .isEqualTo(verdict.findings(rule).isEmpty() && verdict.isPassed());
    }
    assertThat(caught).isGreaterThan(40);
  }

  @Test
  void search_20000OperationsOf8Clients_isFast() {
    History history = SimulatedLock.history(1, 8, 10_000, Mistake.NONE);
    assertThat(history.calls()).hasSizeGreaterThan(15_000);
    History more = SimulatedLock.history(2, 8, 14_000, Mistake.NONE);
    assertThat(more.calls()).hasSizeGreaterThan(20_000);
    assertThat(millis(history, true)).isLessThan(2_000);
    assertThat(millis(more, true)).isLessThan(2_000);
  }

  @Test
  void search_20000OperationsThatHaveNoOrder_isFast() {
    History history = SimulatedLock.history(3, 8, 14_000, Mistake.REPEATS_A_TOKEN);
    assertThat(millis(history, false)).isLessThan(2_000);
  }

  private static long millis(History history, boolean isLinearizable) {
    Evidence evidence = new Evidence(history, List.of(), Optional.empty(), SimulatedLock.BOUNDS);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean(); // other processes do not count
    long begin = threads.getCurrentThreadCpuTime();
    List<Finding> findings = new LinearizabilityCheck().examine(evidence);
    long millis = (threads.getCurrentThreadCpuTime() - begin) / 1_000_000;
    assertThat(findings.isEmpty()).isEqualTo(isLinearizable);
    return millis;
  }
}
