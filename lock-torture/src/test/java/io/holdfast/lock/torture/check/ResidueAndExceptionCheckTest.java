package io.holdfast.lock.torture.check;

import static io.holdfast.lock.torture.check.VerdictAssert.assertCaught;
import static io.holdfast.lock.torture.check.VerdictAssert.assertClean;
import static io.holdfast.lock.torture.check.VerdictAssert.assertOnly;

import io.holdfast.lock.torture.history.Facts;
import io.holdfast.lock.torture.history.OperationKind;
import io.holdfast.lock.torture.history.Phase;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResidueAndExceptionCheckTest {

  @Test
  void residue_nothing_passes() {
    assertClean(new Tale().residue(Residue.of(List.of())).verdict());
  }

  @Test
  void residue_keysAndChannels_areCaught() {
    Verdict verdict =
        new Tale().residue(Residue.of(List.of("key a, for ever", "channel b"))).verdict();
    assertOnly(verdict, Rule.RESIDUE, "left behind: key a, for ever");
    assertCaught(verdict, Rule.RESIDUE);
  }

  @Test
  void exception_documented_passes() {
    Facts hold = Facts.ofHold(2);
    assertClean(
        new Tale()
            .lock(1, 0, 1, 1, 1)
            .call(2, OperationKind.TRY_LOCK, 2, 3, Phase.FAIL, hold, hold.error("false"))
            .call(
                2,
                OperationKind.LOCK_INTERRUPTIBLY,
                4,
                5,
                Phase.FAIL,
                hold,
                hold.error("InterruptedException"))
            .unlock(1, 6, 7, 1)
            .unlockFails(1, 8, 9, 1, "IllegalMonitorStateException")
            .verdict());
  }

  @Test
  void exception_ofAnotherType_isCaught() {
    Facts hold = Facts.ofHold(2);
    assertOnly(
        new Tale()
            .call(
                2,
                OperationKind.LOCK,
                2,
                3,
                Phase.INFO,
                hold,
                hold.error("RedisCommandTimeoutException"))
            .verdict(),
        Rule.EXCEPTIONS,
        "LOCK failed with RedisCommandTimeoutException");
  }

  @Test
  void exception_interruptedInUnlock_isCaught() {
    assertCaught(
        new Tale().lock(1, 0, 1, 1, 1).unlockFails(1, 6, 7, 1, "InterruptedException").verdict(),
        Rule.EXCEPTIONS,
        "UNLOCK failed with InterruptedException");
  }

  @Test
  void exception_notOwnerToTheOwner_isCaught() {
    Verdict verdict =
        new Tale()
            .lease(1, 0, 1, 1, 1, 1000)
            .unlockFails(1, 6, 7, 1, "IllegalMonitorStateException")
            .verdict();
    assertCaught(verdict, Rule.EXCEPTIONS, "held it when UNLOCK");
    assertCaught(verdict, Rule.LINEARIZABILITY);
  }

  @Test
  void exception_lostAfterTheDeadline_passes() {
    assertClean(
        new Tale()
            .lease(1, 0, 1, 1, 1, 100)
            .unlockFails(1, 106, 107, 1, "LeaseLostException")
            .verdict());
  }

  @Test
  void exception_lostBeforeTheDeadlineWithoutAFault_isCaught() {
    assertCaught(
        new Tale()
            .lease(1, 0, 1, 1, 1, 1000)
            .unlockFails(1, 6, 7, 1, "LeaseLostException")
            .verdict(),
        Rule.EXCEPTIONS,
        "lost the lock, 993.000 ms before its deadline");
  }
}
