package io.holdfast.lock.torture.check;

import static io.holdfast.lock.torture.check.VerdictAssert.assertCaught;
import static io.holdfast.lock.torture.check.VerdictAssert.assertClean;
import static io.holdfast.lock.torture.check.VerdictAssert.assertOnly;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.torture.history.Facts;
import io.holdfast.lock.torture.history.OperationKind;
import io.holdfast.lock.torture.history.Phase;
import org.junit.jupiter.api.Test;

class ReadWriteCheckTest {

  private final Tale tale = new Tale();

  private void read(long process, long from, long until, long hold) {
    tale.call(process, OperationKind.READ_LOCK, from - 1, from, Phase.OK, Facts.ofHold(hold))
        .call(
            process,
            OperationKind.READ_UNLOCK,
            until,
            until + 1,
            Phase.OK,
            Facts.ofHold(hold).holdCount(0));
  }

  private void write(long process, long from, long until, long hold) {
    tale.call(process, OperationKind.LOCK, from - 1, from, Phase.OK, Facts.ofHold(hold))
        .unlock(process, until, until + 1, hold);
  }

  @Test
  void readers_together_pass() {
    read(1, 10, 30, 1);
    read(2, 11, 40, 2);
    write(3, 42, 50, 3);
    read(1, 52, 60, 4);
    assertClean(tale.verdict());
  }

  @Test
  void downgrade_passes() {
    write(1, 10, 20, 1);
    read(1, 15, 30, 2);
    assertClean(tale.verdict());
  }

  @Test
  void writer_whileAnotherReads_isCaught() {
    read(1, 10, 30, 1);
    write(2, 20, 40, 2);
    assertCaught(tale.verdict(), Rule.READ_WRITE, "the writer 2/2", "the reader 1/1", "10.000 ms");
    assertCaught(tale.verdict(), Rule.LINEARIZABILITY, "by the readers 0#1");
  }

  @Test
  void reader_whileAnotherWrites_isCaught() {
    write(2, 20, 40, 2);
    read(1, 25, 30, 1);
    assertCaught(tale.verdict(), Rule.READ_WRITE, "5.000 ms");
    assertCaught(tale.verdict(), Rule.LINEARIZABILITY, "held by the writer 0#2");
  }

  @Test
  void upgrade_succeeds_isCaught() {
    read(1, 10, 40, 1);
    write(1, 20, 30, 2);
    assertCaught(tale.verdict(), Rule.READ_WRITE, "became its writer", "while it was reading");
    assertCaught(tale.verdict(), Rule.LINEARIZABILITY, "by the readers 0#1");
  }

  @Test
  void upgrade_afterTheReadHoldWasLost_passes() {
    tale.readLease(1, 9, 10, 1, 1, 100)
        .lossTold(1, 105, 1)
        .call(
            1,
            OperationKind.UPGRADE,
            120,
            121,
            Phase.OK,
            Facts.ofHold(2),
            Facts.ofHold(2).token(2).holdCount(1))
        .unlock(1, 130, 131, 2);
    assertClean(tale.verdict());
  }

  @Test
  void upgrade_refusedOrRefusedByAnException_passes() {
    read(1, 10, 40, 1);
    tale.fails(1, OperationKind.UPGRADE, 20, 21, 2, "false")
        .fails(1, OperationKind.UPGRADE, 22, 23, 3, "IllegalMonitorStateException");
    assertClean(tale.verdict());
  }

  @Test
  void upgrade_thatWaits_isCaught() {
    read(1, 10, 900, 1);
    tale.fails(1, OperationKind.UPGRADE, 20, 520, 2, "false");
    assertOnly(tale.verdict(), Rule.LIVENESS, "UPGRADE", "lasted");
  }

  @Test
  void lock_thatFailsAsAnUpgradeDoes_isCaught() {
    tale.fails(1, OperationKind.LOCK, 20, 21, 2, "IllegalMonitorStateException");
    assertOnly(tale.verdict(), Rule.EXCEPTIONS, "not documented");
  }

  @Test
  void force_ofTheReadLock_endsReadersOnly() {
    read(1, 10, 50, 1);
    tale.call(9, OperationKind.READ_FORCE_UNLOCK, 20, 21, Phase.OK, Facts.none());
    write(2, 25, 30, 2);
    assertFindsNo(Rule.READ_WRITE);
  }

  @Test
  void force_ofTheWriteLock_endsTheWriterOnly() {
    read(1, 10, 50, 1);
    tale.call(9, OperationKind.FORCE_UNLOCK, 20, 21, Phase.OK, Facts.none());
    write(2, 25, 30, 2);
    assertCaught(tale.verdict(), Rule.READ_WRITE, "the writer 2/2");
  }

  private void assertFindsNo(Rule rule) {
    assertThat(tale.verdict().findings(rule)).as(tale.verdict().report()).isEmpty();
  }
}
