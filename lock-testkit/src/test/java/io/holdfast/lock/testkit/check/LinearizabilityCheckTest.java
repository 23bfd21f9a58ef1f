package io.holdfast.lock.testkit.check;

import static io.holdfast.lock.testkit.check.VerdictAssert.assertClean;
import static io.holdfast.lock.testkit.check.VerdictAssert.assertOnly;

import io.holdfast.lock.testkit.history.Facts;
import io.holdfast.lock.testkit.history.OperationKind;
import io.holdfast.lock.testkit.history.Phase;
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
            .unlock(1, 200, 210, 1) // says it has released what is not its own any more
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
    Facts seen = facts.token(1).holdCount(1).deadlineNanos(Tale.nanos(45));
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
    // Its process was frozen as the server did what it asked, for longer than its place was kept.
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
    // But nobody can have had it before it was called.
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
}
