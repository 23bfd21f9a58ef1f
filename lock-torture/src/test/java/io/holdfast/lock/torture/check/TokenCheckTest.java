package io.holdfast.lock.torture.check;

import static io.holdfast.lock.torture.check.VerdictAssert.assertCaught;
import static io.holdfast.lock.torture.check.VerdictAssert.assertClean;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.torture.history.Facts;
import io.holdfast.lock.torture.history.OperationKind;
import io.holdfast.lock.torture.history.Phase;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TokenCheckTest {

  private static Tale turn(Tale tale, long process, long from, long token) {
    return tale.lock(process, from, from + 1, from + 1, token)
        .unlock(process, from + 2, from + 3, from + 1);
  }

  @Test
  void tokens_rising_pass() {
    assertClean(turn(turn(turn(new Tale(), 1, 0, 5), 2, 10, 6), 1, 20, 100).verdict());
  }

  @Test
  void tokens_same_isCaught() {
    assertCaught(
        turn(turn(new Tale(), 1, 0, 5), 2, 10, 5).verdict(),
        Rule.TOKENS,
        "token 5 was given twice");
  }

  @Test
  void tokens_falling_isCaught() {
    assertCaught(
        turn(turn(turn(new Tale(), 1, 0, 5), 2, 10, 9), 1, 20, 6).verdict(),
        Rule.TOKENS,
        "went back",
        "token 9",
        "token 6");
  }

  /** In a tale a fault has the name of the lock. */
  private static final Bounds FORKING =
      Bounds.ofLease(Duration.ofMillis(10)).forking(Set.of(Tale.LOCK), Duration.ZERO);

  @Test
  void tokens_fallingWhileTwoMastersServe_areAWarning() {
    Tale forked = turn(turn(turn(new Tale(), 1, 0, 5), 2, 10, 9), 1, 20, 6).fault(5, 15);
    Verdict verdict = forked.bounds(FORKING).verdict();
    assertThat(verdict.isPassed()).as(verdict.report()).isTrue();
    assertThat(verdict.warnings()).extracting(Finding::rule).containsExactly(Rule.TOKENS);
  }

  @Test
  void tokens_belowOneFromBeforeTwoMastersServed_areCaught() {
    Tale older = turn(turn(new Tale(), 1, 0, 900), 2, 20, 6).fault(10, 30);
    assertCaught(older.bounds(FORKING).verdict(), Rule.TOKENS, "went back", "token 900");
  }

  @Test
  void tokens_belowOneFromBeforeThatIsNotTheHighest_areCaught() {
    // 1000 has an excuse, 900 has none.
    Tale older = turn(turn(turn(new Tale(), 1, 0, 900), 3, 12, 1000), 2, 20, 6).fault(10, 30);
    assertCaught(older.bounds(FORKING).verdict(), Rule.TOKENS, "went back", "token 900");
  }

  @Test
  void tokens_ofOneClientFallingWhileTwoMastersServe_areCaught() {
    Tale ofOne = turn(turn(turn(new Tale(), 1, 0, 5), 2, 12, 9), 2, 20, 6).fault(10, 30);
    assertCaught(ofOne.bounds(FORKING).verdict(), Rule.TOKENS, "went back", "token 9", "token 6");
  }

  @Test
  void tokens_fallingWhileClientsStillLeaveTheOldMaster_areAWarning() {
    Bounds parting =
        Bounds.ofLease(Duration.ofMillis(10)).forking(Set.of(Tale.LOCK), Duration.ofMillis(30));
    Tale forked = turn(turn(turn(new Tale(), 1, 0, 5), 2, 10, 9), 1, 40, 6).fault(5, 15);
    assertThat(forked.bounds(parting).verdict().isPassed()).isTrue();
    assertCaught(turn(forked, 1, 70, 7).verdict(), Rule.TOKENS);
  }

  @Test
  void tokens_fallingWhileAFaultOnlyLosesLocks_areCaught() {
    Bounds losing = Bounds.ofLease(Duration.ofMillis(10)).losing(Set.of(Tale.LOCK));
    Tale tale = turn(turn(turn(new Tale(), 1, 0, 5), 2, 10, 9), 1, 20, 6).fault(5, 15);
    assertCaught(tale.bounds(losing).verdict(), Rule.TOKENS, "went back");
  }

  @Test
  void tokens_fallingWhenOneMasterServesAgain_isCaught() {
    Tale later = turn(turn(turn(new Tale(), 1, 0, 5), 2, 10, 9), 1, 40, 6).fault(5, 15);
    assertCaught(later.bounds(FORKING).verdict(), Rule.TOKENS, "went back");
    assertCaught(later.bounds(FORKING).verdict(), Rule.LINEARIZABILITY, "no order explains");
  }

  @Test
  void tokens_sameWhileTwoMastersServe_isCaught() {
    Tale forked = turn(turn(new Tale(), 1, 0, 5), 2, 10, 5).fault(5, 15);
    assertCaught(forked.bounds(FORKING).verdict(), Rule.TOKENS, "token 5 was given twice");
  }

  @Test
  void tokens_errorsBehindManyWarnings_areErrorsStill() {
    Tale tale = turn(new Tale(), 2, 0, 1000).fault(1, 500);
    for (int i = 1; i < 60; i++) {
      turn(tale, 1, 5 * i, i);
    }
    turn(tale, 1, 600, 100);
    assertThat(tale.bounds(FORKING).verdict().errors())
        .anyMatch(finding -> finding.rule() == Rule.TOKENS);
  }

  @Test
  void tokens_notPositive_isCaught() {
    assertCaught(turn(new Tale(), 1, 0, 0).verdict(), Rule.TOKENS, "not positive");
  }

  @Test
  void tokens_ofOverlappingRequests_mayComeInAnyOrder() {
    // Both asked before either had it: what the owners were given does not say who was first.
    for (long token : new long[] {1, 2, 3}) {
      Verdict verdict =
          new Tale()
              .lock(1, 0, 10, 1, 2)
              .unlock(1, 11, 12, 1)
              .read(2, 0, 9, 2, token)
              .readUnlock(2, 9, 9, 2)
              .verdict();
      assertThat(verdict.findings(Rule.TOKENS)).as(verdict.report()).isEmpty();
      assertThat(verdict.isPassed()).as(verdict.report()).isEqualTo(token == 1);
    }
  }

  private static Tale reading(Tale tale, long process, long from, long token) {
    return tale.read(process, from, from + 1, from + 1, token)
        .readUnlock(process, from + 2, from + 3, from + 1);
  }

  @Test
  void tokens_ofReaders_betweenTheirWriters_pass() {
    Tale tale = turn(new Tale(), 1, 0, 5);
    reading(reading(reading(tale, 2, 10, 5), 3, 20, 9), 2, 30, 5); // a client's may stay behind
    assertClean(turn(tale, 1, 40, 10).verdict());
  }

  @Test
  void tokens_readerBelowTheLastWriter_isCaught() {
    assertCaught(
        reading(turn(new Tale(), 1, 0, 5), 2, 10, 4).verdict(),
        Rule.TOKENS,
        "went back",
        "token 4");
  }

  @Test
  void tokens_writerBelowAReaderBefore_isCaught() {
    Tale tale = reading(reading(turn(new Tale(), 1, 0, 5), 2, 10, 8), 2, 20, 6);
    assertCaught(turn(tale, 1, 30, 7).verdict(), Rule.TOKENS, "went back", "token 8", "token 7");
  }

  @Test
  void tokens_writerWithTheTokenOfAReaderBefore_isCaught() {
    assertCaught(
        turn(reading(new Tale(), 2, 0, 5), 1, 10, 5).verdict(),
        Rule.TOKENS,
        "the same, though it writes");
  }

  @Test
  void tokens_readerThatIsNotPositive_isCaught() {
    assertCaught(reading(new Tale(), 1, 0, 0).verdict(), Rule.TOKENS, "not positive");
  }

  @Test
  void reEntry_sameToken_passes() {
    assertClean(reEntry(5).verdict());
  }

  @Test
  void reEntry_otherToken_isCaught() {
    assertCaught(reEntry(6).verdict(), Rule.TOKENS, "re-entry changed", "from 5 to 6");
  }

  private static Tale reEntry(long token) {
    return new Tale()
        .lock(1, 0, 1, 1, 5)
        .call(1, OperationKind.RE_ENTER, 2, 3, Phase.OK, Facts.ofHold(1).token(token).holdCount(2))
        .call(1, OperationKind.UNLOCK, 4, 5, Phase.OK, Facts.ofHold(1).holdCount(1))
        .unlock(1, 6, 7, 1);
  }
}
