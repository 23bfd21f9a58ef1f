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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExclusionCheckTest {

  @Test
  void turns_oneAfterTheOther_pass() {
    assertClean(
        new Tale()
            .lock(1, 0, 10, 1, 1)
            .unlock(1, 20, 30, 1)
            .lock(2, 5, 22, 2, 2) // got it while the release was on its way
            .unlock(2, 40, 50, 2)
            .verdict());
  }

  @Test
  void turns_secondBeginsBeforeTheFirstEnds_isCaught() {
    Verdict verdict =
        new Tale()
            .lock(1, 0, 10, 1, 1)
            .lock(2, 5, 18, 2, 2)
            .unlock(1, 20, 30, 1)
            .unlock(2, 40, 50, 2)
            .verdict();
    assertCaught(verdict, Rule.EXCLUSION, "two owners for 2.000 ms", "1/1", "2/2", "token 2");
    assertCaught(verdict, Rule.LINEARIZABILITY);
    assertThat(verdict.statistics().overlaps()).isOne();
    assertThat(verdict.findings(Rule.EXCLUSION).get(0).records()).hasSize(2);
  }

  @Test
  void turns_firstIsNeverReleasedAndItsProcessLives_isCaught() {
    Verdict verdict =
        new Tale()
            .lock(1, 0, 10, 1, 1)
            .lock(2, 5, 18, 2, 2)
            .unlock(2, 30, 31, 2)
            .lives(1, 40)
            .verdict();
    assertCaught(verdict, Rule.EXCLUSION, "two owners for 12.000 ms");
  }

  @Test
  void turns_secondBeginsAfterTheDeadlineOfTheFirst_isALeaseOverlapOnly() {
    Verdict verdict =
        new Tale()
            .lease(1, 0, 10, 1, 1, 100)
            .lock(2, 5, 110, 2, 2)
            .unlock(2, 120, 130, 2)
            .unlockFails(1, 300, 310, 1, "LeaseLostException")
            .verdict();
    assertClean(verdict);
    assertThat(verdict.statistics().leaseOverlaps()).isOne();
    assertThat(verdict.statistics().overlaps()).isZero();
  }

  @Test
  void turns_secondBeginsBeforeTheRenewedDeadlineOfTheFirst_isCaught() {
    assertCaught(
        new Tale()
            .lease(1, 0, 10, 1, 1, 100)
            .believes(1, 50, 1, 200)
            .lock(2, 5, 110, 2, 2)
            .unlock(2, 120, 130, 2)
            .unlockFails(1, 300, 310, 1, "LeaseLostException")
            .verdict(),
        Rule.EXCLUSION);
  }

  @Test
  void turns_secondBeginsAfterTheFirstWasTold_pass() {
    assertClean(
        new Tale()
            .lease(1, 0, 10, 1, 1, 1000)
            .lossTold(1, 50, 1)
            .lock(2, 5, 60, 2, 2)
            .unlock(2, 61, 62, 2)
            .unlockFails(1, 70, 80, 1, "LeaseLostException")
            .verdict());
  }

  @Test
  void turns_serversLostData_isAWarning() {
    Tale tale =
        new Tale()
            .lock(1, 0, 10, 1, 1)
            .lock(2, 5, 18, 2, 2)
            .unlockFails(1, 20, 30, 1, "LeaseLostException")
            .unlock(2, 40, 50, 2);
    Verdict verdict = tale.bounds(tale.bounds().losingData()).verdict();
    assertThat(verdict.isPassed()).as(verdict.report()).isTrue();
    assertThat(verdict.warnings()).singleElement().matches(f -> f.rule() == Rule.EXCLUSION);
  }

  @Test
  void turns_holderKilledBeforeItsDeadline_excludesOnlyWhileItLived() {
    assertClean(
        new Tale()
            .lease(1, 0, 10, 1, 1, 100)
            .lives(1, 20)
            .lock(2, 5, 105, 2, 2)
            .unlock(2, 110, 111, 2)
            .verdict());
  }

  @Test
  void turns_forcedOpen_pass() {
    assertClean(
        new Tale()
            .lock(1, 0, 10, 1, 1)
            .call(3, OperationKind.FORCE_UNLOCK, 11, 13, Phase.OK, Facts.none())
            .lock(2, 5, 18, 2, 2)
            .unlock(2, 19, 20, 2)
            .unlockFails(1, 40, 50, 1, "LeaseLostException")
            .verdict());
  }

  @Test
  void reEntry_isNoSecondTurn() {
    Facts second = Facts.ofHold(1).token(1).holdCount(2);
    assertClean(
        new Tale()
            .lock(1, 0, 10, 1, 1)
            .call(1, OperationKind.RE_ENTER, 11, 12, Phase.OK, second)
            .call(1, OperationKind.UNLOCK, 13, 14, Phase.OK, Facts.ofHold(1).holdCount(1))
            .unlock(1, 15, 16, 1)
            .lock(2, 0, 17, 2, 2)
            .unlock(2, 18, 19, 2)
            .verdict());
    assertCaught(
        new Tale()
            .lock(1, 0, 10, 1, 1)
            .call(1, OperationKind.RE_ENTER, 11, 12, Phase.OK, second)
            .call(1, OperationKind.UNLOCK, 13, 14, Phase.OK, Facts.ofHold(1).holdCount(1))
            .lock(2, 0, 15, 2, 2)
            .unlock(1, 17, 18, 1)
            .verdict(),
        Rule.EXCLUSION);
  }

  /** Two owners, the second of which begins at this time, and a fault from 5000 to 6000 ms. */
  private static Tale overlapAt(long millis) {
    return new Tale()
        .fault(5000, 6000)
        .lock(1, millis - 20, millis - 10, 1, 1)
        .lock(2, millis - 15, millis, 2, 2)
        .unlockFails(1, millis + 5, millis + 6, 1, "LeaseLostException")
        .unlock(2, millis + 10, millis + 11, 2);
  }

  @ParameterizedTest
  @ValueSource(longs = {5001, 6500, 6999})
  void turns_overlapWhileAFaultLosesLocksOrALeaseLater_isAWarning(long millis) {
    Tale tale = overlapAt(millis);
    Verdict verdict = tale.bounds(tale.bounds().losing(Set.of(Tale.LOCK))).verdict();
    assertThat(verdict.isPassed()).as(verdict.report()).isTrue();
    assertThat(verdict.warnings()).singleElement().matches(f -> f.rule() == Rule.EXCLUSION);
  }

  @ParameterizedTest
  @ValueSource(longs = {4990, 7001, 45_798})
  void turns_overlapThatNoFaultExcuses_isCaught(long millis) {
    Tale tale = overlapAt(millis);
    assertCaught(
        tale.bounds(tale.bounds().losing(Set.of(Tale.LOCK))).verdict(),
        Rule.EXCLUSION,
        "two owners");
  }

  @Test
  void turns_overlapBesideAFaultThatLosesNothing_isCaught() {
    Tale tale = overlapAt(5500);
    assertCaught(tale.bounds(tale.bounds().losing(Set.of("other"))).verdict(), Rule.EXCLUSION);
  }

  @Test
  void turns_overlapWhileClientsLeaveAnOldMaster_isAWarning() {
    Bounds bounds = new Tale().bounds().forking(Set.of(Tale.LOCK), Duration.ofSeconds(3));
    assertThat(overlapAt(9990).bounds(bounds).verdict().isPassed()).isTrue();
    assertCaught(overlapAt(10_001).bounds(bounds).verdict(), Rule.EXCLUSION);
  }
}
