package io.holdfast.lock.torture.check;

import static io.holdfast.lock.torture.check.VerdictAssert.assertClean;
import static io.holdfast.lock.torture.check.VerdictAssert.assertOnly;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.torture.history.Facts;
import io.holdfast.lock.torture.history.OperationKind;
import io.holdfast.lock.torture.history.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LinearizabilityCheckTest {

  @Test
  void release_overlappingTheNextAcquisition_passes() {
    assertClean(
        new Tale()
            .lock(1, 0, 1, 1, 1)
            .unlock(1, 10, 20, 1)
            .lock(2, 5, 12, 2, 2)
            .unlock(2, 13, 30, 2)
            .verdict());
  }

  @Test
  void firstAcquisition_withCountTwo_isCaught() {
    Facts facts = Facts.ofHold(1);
    assertOnly(
        new Tale()
            .call(1, OperationKind.LOCK, 0, 1, Phase.OK, facts, facts.token(1).holdCount(2))
            .unlock(1, 2, 3, 1)
            .verdict(),
        Rule.LINEARIZABILITY,
        "it is free",
        "count 2");
  }

  @Test
  void release_ofALockThatAnotherHolds_isCaught() {
    assertOnly(
        new Tale()
            .lease(1, 0, 1, 1, 1, 100)
            .lock(2, 5, 150, 2, 2)
            .unlock(1, 200, 210, 1) // reports a release of a lock that is no longer its own
            .unlock(2, 220, 230, 2)
            .verdict(),
        Rule.LINEARIZABILITY,
        "held by 0#2",
        "UNLOCK.OK hold 0#1");
  }

  @Test
  void loss_beforeTheDeadline_isExcusedByAFaultThatTakesVotesOnly() {
    assertOnly(
        lostBeforeItsDeadline().verdict(),
        Rule.LINEARIZABILITY,
        "held by 0#1",
        "LeaseLostException");
    Bounds bounds = new Tale().bounds().bearable(Set.of(Tale.LOCK));
    assertClean(lostBeforeItsDeadline().bounds(bounds).verdict());
  }

  private static Tale lostBeforeItsDeadline() {
    return new Tale()
        .lease(1, 0, 1, 1, 1, 1000)
        .fault(20, 30)
        .unlockFails(1, 40, 41, 1, "LeaseLostException")
        .lock(2, 50, 51, 2, 2)
        .unlock(2, 52, 53, 2);
  }

  @Test
  void tryLock_refusedThoughFreeAndUncontended_isCaught() {
    Facts hold = Facts.ofHold(2);
    assertOnly(
        new Tale()
            .lock(1, 0, 1, 1, 1)
            .unlock(1, 2, 3, 1)
            .call(2, OperationKind.TRY_LOCK, 5000, 5001, Phase.FAIL, hold, hold.error("false"))
            .verdict(),
        Rule.LINEARIZABILITY,
        "it is free",
        "TRY_LOCK.FAIL");
  }

  @Test
  void tryLock_refusedWhileAnotherHolds_passes() {
    Facts hold = Facts.ofHold(2);
    assertClean(
        new Tale()
            .lock(1, 0, 1, 1, 1)
            .call(2, OperationKind.TRY_LOCK, 5000, 5001, Phase.FAIL, hold, hold.error("false"))
            .unlock(1, 6000, 6001, 1)
            .verdict());
  }

  @Test
  void release_ofUnknownOutcome_mayHaveHappenedOrNot() {
    Facts facts = Facts.ofHold(1).holdCount(0);
    for (long next : new long[] {12, 1100}) {
      assertClean(
          new Tale()
              .lease(1, 0, 1, 1, 1, 1000)
              .call(
                  1,
                  OperationKind.UNLOCK,
                  10,
                  11,
                  Phase.INFO,
                  facts,
                  facts.error("LockServerException"))
              .lock(2, next, next + 5, 2, 2)
              .unlock(2, next + 6, next + 7, 2)
              .verdict());
    }
  }

  @Test
  void expiry_beforeTheLeaseCanBeOver_isCaught() {
    // Dead since 20 ms, so exclusion has nothing to say: but its lease lasts to 1000 ms.
    assertOnly(
        new Tale()
            .lease(1, 0, 1, 1, 1, 1000)
            .lives(1, 20)
            .lock(2, 5, 500, 2, 2)
            .unlock(2, 501, 502, 2)
            .verdict(),
        Rule.LINEARIZABILITY,
        "held by 0#1");
  }

  @Test
  void hold_thatWasOverBeforeItsOwnerCouldLook_mayHaveEndedAtAnyTimeOfTheCall() {
    // Its thread got it at about 10 ms, and the processor again at 45 ms: meanwhile it was lost.
    Facts facts = Facts.ofHold(1);
    Facts seen = facts.token(1).holdCount(1).deadlineNanos(Tale.nanos(45));
    assertClean(
        new Tale()
            .call(1, OperationKind.LOCK, 0, 50, Phase.OK, facts, seen)
            .lossTold(1, 51, 1)
            .lock(2, 20, 30, 2, 2)
            .unlock(2, 60, 61, 2)
            .verdict());
  }

  @Test
  void hold_thatBeganAfterAnotherWasGivenIsCaughtAlsoIfItWasOverAtOnce() {
    Facts facts = Facts.ofHold(1);
    Facts seen = facts.token(3).holdCount(1).deadlineNanos(Tale.nanos(45));
    VerdictAssert.assertCaught(
        new Tale()
            .lock(2, 20, 30, 2, 2)
            .call(1, OperationKind.LOCK, 35, 50, Phase.OK, facts, seen)
            .lossTold(1, 51, 1)
            .unlock(2, 60, 61, 2)
            .verdict(),
        Rule.LINEARIZABILITY,
        "held by 0#2");
  }

  @Test
  void expiry_isNotUndoneByAnEarlierCall() {
    // 2 can have it only after 1000 ms, 3 has it before: no order has both.
    assertOnly(
        new Tale()
            .lease(1, 0, 1, 1, 1, 1000)
            .lives(1, 20)
            .lock(2, 5, 1500, 2, 2)
            .unlock(2, 1501, 1502, 2)
            .lock(3, 600, 900, 3, 3)
            .unlock(3, 901, 902, 3)
            .verdict(),
        Rule.LINEARIZABILITY);
  }

  @Test
  void await_givesTheLockAwayAndComesBackWithItsCount() {
    Facts after = Facts.ofHold(1).token(3).holdCount(1);
    assertClean(
        new Tale()
            .lock(1, 0, 1, 1, 1)
            .call(1, OperationKind.AWAIT, 10, 40, Phase.OK, Facts.ofHold(1), after)
            .lock(2, 5, 12, 2, 2)
            .unlock(2, 20, 21, 2)
            .unlock(1, 50, 51, 1)
            .verdict());
  }

  @Test
  void await_comesBackWhileAnotherHolds_isCaught() {
    Facts after = Facts.ofHold(1).token(3).holdCount(1);
    Verdict verdict =
        new Tale()
            .lock(1, 0, 1, 1, 1)
            .call(1, OperationKind.AWAIT, 10, 40, Phase.OK, Facts.ofHold(1), after)
            .lock(2, 5, 12, 2, 2)
            .unlock(2, 45, 46, 2)
            .unlock(1, 50, 51, 1)
            .verdict();
    VerdictAssert.assertCaught(verdict, Rule.LINEARIZABILITY);
    VerdictAssert.assertCaught(verdict, Rule.EXCLUSION);
  }

  @Test
  void await_endingWithTheNewsOfALoss_mayHaveGivenTheLockAwayBefore() {
    // Frozen while the server executed its request, for longer than its place was kept.
    Facts facts = Facts.ofHold(1);
    Tale tale =
        new Tale()
            .lease(1, 0, 1, 1, 1, 1000)
            .call(
                1,
                OperationKind.AWAIT,
                10,
                3000,
                Phase.FAIL,
                facts,
                facts.error("LeaseLostException"))
            .lock(2, 5, 20, 2, 2)
            .unlock(2, 30, 31, 2);
    assertClean(tale.verdict());
    // But no call can have had it before it began.
    Verdict verdict = tale.lock(3, 3, 8, 3, 3).unlock(3, 9, 10, 3).verdict();
    VerdictAssert.assertCaught(verdict, Rule.LINEARIZABILITY);
  }

  @Test
  void await_interruptedBeforeItGaveTheLockAway_holdsOn() {
    Tale tale =
        new Tale()
            .lock(1, 0, 1, 1, 1)
            .call(
                1,
                OperationKind.AWAIT,
                10,
                11,
                Phase.FAIL,
                Facts.ofHold(1),
                Facts.ofHold(1).error("InterruptedException"))
            .unlock(1, 50, 51, 1);
    assertClean(tale.verdict());
    Verdict verdict = tale.lock(2, 20, 21, 2, 2).unlock(2, 22, 23, 2).verdict();
    VerdictAssert.assertCaught(verdict, Rule.EXCLUSION);
    VerdictAssert.assertCaught(verdict, Rule.LINEARIZABILITY);
  }

  private static final Bounds FORKING =
      new Tale().bounds().forking(Set.of(Tale.LOCK), Duration.ZERO);

  /** Between 7 and 8 s two masters serve: 1 goes on with what it has from the old one. */
  private static Tale forkedAtSevenSeconds() {
    return new Tale()
        .lock(3, 100, 101, 31, 10)
        .unlock(3, 110, 111, 31)
        .fault(7000, 8000)
        .lock(1, 7001, 7002, 11, 20)
        .unlock(1, 7003, 7004, 11)
        .lock(2, 7010, 7020, 21, 40)
        .unlock(2, 7030, 7031, 21)
        .lock(1, 7025, 7040, 12, 21)
        .unlock(1, 7045, 7046, 12);
  }

  private static Tale refusedAt(Tale tale, long millis) {
    return tale.fails(2, OperationKind.TRY_LOCK, millis, millis + 1, millis, "false");
  }

  @Test
  void fork_isNoLinearizableTime_butBeforeAndAfterItIs() {
    Verdict verdict = forkedAtSevenSeconds().bounds(FORKING).verdict();
    assertThat(verdict.findings()).extracting(Finding::rule).containsExactly(Rule.TOKENS);
    assertThat(verdict.isPassed()).isTrue();
  }

  @Test
  void tryLock_refusedThoughFreeLongAfterOrBeforeAFork_isCaught() {
    for (long millis : new long[] {70_000, 2000}) {
      assertOnly(
          refusedAt(forkedAtSevenSeconds(), millis).bounds(FORKING).verdict(),
          Rule.LINEARIZABILITY,
          "it is free",
          "TRY_LOCK.FAIL");
    }
  }

  @Test
  void release_thatIsUnderWayAsAForkBegins_mayHaveHappenedOrNot() {
    assertThat(
            forkedAtSevenSeconds()
                .lock(4, 6980, 6985, 41, 15)
                .unlock(4, 6990, 7050, 41)
                .lock(3, 6991, 6995, 32, 16)
                .unlock(3, 6996, 6997, 32)
                .bounds(FORKING)
                .verdict()
                .isPassed())
        .isTrue();
  }

  @Test
  void hold_thatLastsBeyondAFork_explainsARefusal() {
    assertThat(
            refusedAt(forkedAtSevenSeconds().lock(5, 8500, 8501, 51, 50), 30_000)
                .unlock(5, 31_000, 31_001, 51)
                .bounds(FORKING)
                .verdict()
                .isPassed())
        .isTrue();
  }

  @Test
  void loss_longBeforeTheDeadline_isCaughtWhenNoFaultLosesLocks() {
    Bounds bounds = new Tale().bounds().losing(Set.of(Tale.LOCK));
    Tale lost =
        new Tale()
            .fault(20, 30)
            .lease(1, 2000, 2001, 1, 1, 1000)
            .lives(1, 2010)
            .lock(2, 2005, 2500, 2, 2)
            .unlock(2, 2501, 2502, 2);
    assertOnly(lost.bounds(bounds).verdict(), Rule.LINEARIZABILITY, "held by 0#1");
  }

  /** Twelve wait all the time and are served in any order, and any hold may be forgotten. */
  private static Tale busy(int turns) {
    Tale tale = new Tale();
    Random random = new Random(1);
    List<Integer> waiting = new ArrayList<>();
    long[] asked = new long[13];
    for (int process = 1; process <= 12; process++) {
      waiting.add(process);
    }
    for (int turn = 1; turn <= turns; turn++) {
      long now = turn * 10L;
      int process = waiting.remove(random.nextInt(waiting.size()));
      tale.lock(process, asked[process], now, turn, turn).unlock(process, now + 5, now + 6, turn);
      asked[process] = now + 7;
      waiting.add(process);
    }
    return tale;
  }

  @Test
  void turns_ofManyWhoWait_areDecidedThoughAnyHoldMayBeForgotten() {
    Tale tale = busy(2000);
    assertClean(
        tale.bounds(tale.bounds().longestWait(Duration.ofMinutes(5)).losingData()).verdict());
  }

  @Test
  void search_undecidedForEveryLock_isAnError() {
    Tale tale = busy(100);
    Evidence evidence = new Evidence(tale.history(), List.of(), Optional.empty(), tale.bounds());
    assertThat(new LinearizabilityCheck(10).examine(evidence))
        .extracting(Finding::severity)
        .containsExactly(Severity.WARNING, Severity.ERROR);
    assertThat(new LinearizabilityCheck().examine(evidence)).isEmpty();
  }
}
