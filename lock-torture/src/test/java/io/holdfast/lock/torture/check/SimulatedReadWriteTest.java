package io.holdfast.lock.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.torture.check.SimulatedReadWriteLock.Mistake;
import io.holdfast.lock.torture.history.History;
import io.holdfast.lock.torture.history.Mode;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The checks on thousands of read-write locks that work, and on some that do not. */
class SimulatedReadWriteTest {

  private static final int SEEDS = 20;

  private static Verdict verdict(long seed, int clients, int operations, Mistake mistake) {
    History history = SimulatedReadWriteLock.history(seed, clients, operations, mistake);
    return Examination.of(history, List.of(), SimulatedReadWriteLock.BOUNDS).verdict();
  }

  @Test
  void verdict_thousandsOfCorrectLocks_findsNothing() {
    long holds = 0;
    long unknown = 0;
    for (int seed = 0; seed < 1_000; seed++) {
      Verdict verdict = verdict(seed, 2 + seed % 9, 80, Mistake.NONE);
      assertThat(verdict.findings()).as("seed %d%n%s", seed, verdict.report()).isEmpty();
      holds += verdict.statistics().holds();
      unknown += verdict.statistics().unknownOutcomes();
    }
    assertThat(holds).as("holds").isGreaterThan(25_000);
    assertThat(unknown).as("replies that were lost").isGreaterThan(500);
  }

  @ParameterizedTest
  @CsvSource({
    "WRITER_IGNORES_READERS, 600, READ_WRITE",
    "READER_IGNORES_WRITER, 600, READ_WRITE",
    "ONE_EXPIRY_FREES_ALL, 5000, READ_WRITE",
    "UPGRADE_ALLOWED, 600, READ_WRITE",
    "READER_TOKEN_STALE, 600, TOKENS"
  })
  void verdict_serverThatErrs_findsIt(Mistake mistake, int operations, Rule rule) {
    int caught = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Verdict verdict = verdict(seed, 8, operations, mistake);
      caught += verdict.findings(rule).isEmpty() ? 0 : 1;
      assertThat(verdict.findings(Rule.LINEARIZABILITY).isEmpty())
          .as("what is found by intervals has no order either: seed %d%n%s", seed, verdict.report())
          .isEqualTo(verdict.isPassed());
    }
    assertThat(caught).isGreaterThan(SEEDS / 2);
  }

  @Test
  void search_50000CallsOf16Threads_isFast() {
    History history = SimulatedReadWriteLock.history(1, 16, 29_000, Mistake.NONE);
    assertThat(history.calls()).hasSizeGreaterThan(50_000);
    assertThat(history.calls())
        .filteredOn(call -> call.kind().mode() == Mode.SHARED)
        .hasSizeGreaterThan(20_000);
    assertThat(millis(history, true)).isLessThan(5_000);
  }

  @Test
  void search_50000CallsThatHaveNoOrder_isFast() {
    for (Mistake mistake : List.of(Mistake.READER_TOKEN_STALE, Mistake.ONE_EXPIRY_FREES_ALL)) {
      History history = SimulatedReadWriteLock.history(3, 16, 29_000, mistake);
      assertThat(millis(history, false)).isLessThan(5_000);
    }
  }

  private static long millis(History history, boolean isLinearizable) {
    Evidence evidence =
        new Evidence(history, List.of(), Optional.empty(), SimulatedReadWriteLock.BOUNDS);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean(); // other processes do not count
    long begin = threads.getCurrentThreadCpuTime();
    List<Finding> findings = new LinearizabilityCheck().examine(evidence);
    long millis = (threads.getCurrentThreadCpuTime() - begin) / 1_000_000;
    assertThat(findings.isEmpty()).as("%s", findings).isEqualTo(isLinearizable);
    assertThat(findings).extracting(Finding::severity).doesNotContain(Severity.WARNING);
    return millis;
  }
}
