package io.holdfast.lock.torture.check;

import static io.holdfast.lock.torture.check.VerdictAssert.assertClean;
import static io.holdfast.lock.torture.check.VerdictAssert.assertOnly;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.torture.history.Facts;
import io.holdfast.lock.torture.history.OperationKind;
import io.holdfast.lock.torture.history.Phase;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Bounds of a tale: lease 1000 ms, hand-over 500, answer 200, longest wait 10 000. */
class LivenessCheckTest {

  private static final Facts HOLD_2 = Facts.ofHold(2);

  @Test
  void handOver_withinItsTime_passes() {
    Verdict verdict =
        new Tale()
            .lock(1, 0, 1, 1, 1)
            .unlock(1, 10, 12, 1)
            .lock(2, 5, 500, 2, 2)
            .unlock(2, 501, 502, 2)
            .verdict();
    assertClean(verdict);
    assertThat(verdict.statistics().slowestHandOver()).isEqualTo(Duration.ofMillis(490));
  }

  @Test
  void handOver_tooSlow_isCaught() {
    assertOnly(
        new Tale()
            .lock(1, 0, 1, 1, 1)
            .unlock(1, 10, 12, 1)
            .lock(2, 5, 600, 2, 2)
            .unlock(2, 601, 602, 2)
            .verdict(),
        Rule.LIVENESS,
        "was free for 588.000 ms",
        "while 1 waited");
  }

  @Test
  void waiter_neverServedWhileItLives_isCaught() {
    assertOnly(
        new Tale()
            .lock(1, 0, 1, 1, 1)
            .unlock(1, 10, 12, 1)
            .pending(2, OperationKind.LOCK, 5, HOLD_2)
            .lives(2, 2000)
            .verdict(),
        Rule.LIVENESS,
        "while 1 waited");
  }

  @Test
  void waiter_neverServedSinceItDied_passes() {
    assertClean(
        new Tale()
            .lock(1, 0, 1, 1, 1)
            .pending(2, OperationKind.LOCK, 5, HOLD_2)
            .unlock(1, 10, 12, 1)
            .lives(1, 2000)
            .verdict());
  }

  @Test
  void holderDied_nextAfterItsLease_passes() {
    Verdict verdict =
        new Tale()
            .lease(1, 0, 1, 1, 1, 1000)
            .lives(1, 200)
            .lock(2, 5, 1400, 2, 2)
            .unlock(2, 1401, 1402, 2)
            .verdict();
    assertClean(verdict);
    assertThat(verdict.statistics().slowestRecovery()).isEqualTo(Duration.ofMillis(1200));
  }

  @Test
  void holderDied_nextLongAfterItsLease_isCaught() {
    assertOnly(
        new Tale()
            .lease(1, 0, 1, 1, 1, 1000)
            .lives(1, 200)
            .lock(2, 5, 1800, 2, 2)
            .unlock(2, 1801, 1802, 2)
            .verdict(),
        Rule.LIVENESS,
        "was free for 600.000 ms");
  }

  @Test
  void waiter_acrossAFault_hasALeaseMoreAfterIt() {
    assertClean(across(2000).verdict());
    assertOnly(across(2700).verdict(), Rule.LIVENESS, "was free");
  }

  private static Tale across(long served) {
    return new Tale()
        .lock(1, 0, 1, 1, 1)
        .unlock(1, 10, 12, 1)
        .fault(20, 1000)
        .lock(2, 5, served, 2, 2)
        .unlock(2, served + 1, served + 2, 2);
  }

  @Test
  void waiter_acrossAFaultThatIsBearable_isNotExcused() {
    assertClean(across(900).verdict());
    Bounds bounds = new Tale().bounds().bearable(Set.of(Tale.LOCK));
    assertOnly(across(900).bounds(bounds).verdict(), Rule.LIVENESS, "was free for 888.000 ms");
  }

  @Test
  void unlock_tooSlow_isCaught() {
    assertOnly(
        new Tale().lock(1, 0, 1, 1, 1).unlock(1, 10, 250, 1).verdict(),
        Rule.LIVENESS,
        "UNLOCK.INVOKE",
        "lasted 240.000 ms",
        "more than 200 ms");
  }

  @Test
  void timedTryLock_longerThanItsTime_isCaught() {
    assertOnly(tried(400), Rule.LIVENESS, "lasted 400.000 ms", "more than 300 ms");
    assertClean(tried(250));
  }

  private static Verdict tried(long millis) {
    Facts facts = HOLD_2.waitNanos(Tale.nanos(100));
    return new Tale()
        .lock(1, 0, 1, 1, 1)
        .call(
            2, OperationKind.TIMED_TRY_LOCK, 5, 5 + millis, Phase.FAIL, facts, facts.error("false"))
        .unlock(1, 600, 601, 1)
        .verdict();
  }

  @Test
  void waiter_overtakenForTooLong_isCaught() {
    Tale tale = new Tale().pending(9, OperationKind.LOCK, 0, HOLD_2);
    for (int turn = 0; turn < 120; turn++) {
      tale.lock(1, 100 * turn, 100 * turn + 1, 10 + turn, 10 + turn)
          .unlock(1, 100 * turn + 90, 100 * turn + 91, 10 + turn);
    }
    assertOnly(
        tale.lives(9, 12_000).verdict(),
        Rule.LIVENESS,
        "lasted 12000.000 ms",
        "had not ended when its process was last seen");
  }

  // --- waits for a condition

  private static final Facts AWAITING = Facts.ofHold(1).waitNanos(Tale.nanos(3000));
  private static final Facts BACK = Facts.ofHold(1).token(9).holdCount(1);

  @Test
  void await_thatWaitsForTheLockWhenItsTimeIsOver_passes() {
    assertClean(
        new Tale()
            .lock(1, 0, 1, 1, 1)
            .call(1, OperationKind.AWAIT, 10, 4900, Phase.OK, AWAITING, BACK)
            .lock(2, 2900, 2901, 2, 2)
            .unlock(2, 4800, 4801, 2)
            .unlock(1, 4950, 4951, 1)
            .verdict());
  }

  @Test
  void await_beyondAllBounds_isCaught() {
    assertOnly(
        new Tale()
            .lock(1, 0, 1, 1, 1)
            .call(1, OperationKind.AWAIT, 10, 14_000, Phase.OK, AWAITING, BACK)
            .unlock(1, 14_010, 14_011, 1)
            .verdict(),
        Rule.LIVENESS,
        "AWAIT",
        "more than 13000 ms");
  }

  @Test
  void await_whileAnotherGetsNotWhatIsFree_isCaught() {
    assertOnly(
        new Tale()
            .lock(1, 0, 1, 1, 1)
            .call(1, OperationKind.AWAIT, 10, 2900, Phase.OK, AWAITING, BACK)
            .lock(2, 5, 1000, 2, 2)
            .unlock(2, 1001, 1002, 2)
            .unlock(1, 2950, 2951, 1)
            .verdict(),
        Rule.LIVENESS,
        "was free for 790.000 ms",
        "while 1 waited");
  }

  @Test
  void await_ofOneWhoDiesAsItGetsTheLock_holdsForALease() {
    assertClean(
        new Tale()
            .lock(1, 0, 1, 1, 1)
            .pending(1, OperationKind.AWAIT, 10, AWAITING)
            .lives(1, 2000)
            .lock(2, 2000, 3400, 2, 2)
            .unlock(2, 3401, 3402, 2)
            .verdict());
  }
}
