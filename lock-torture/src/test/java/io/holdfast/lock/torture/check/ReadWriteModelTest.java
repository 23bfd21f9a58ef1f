package io.holdfast.lock.torture.check;

import static io.holdfast.lock.torture.check.VerdictAssert.assertCaught;
import static io.holdfast.lock.torture.check.VerdictAssert.assertClean;
import static io.holdfast.lock.torture.check.VerdictAssert.assertOnly;

import io.holdfast.lock.torture.history.Facts;
import io.holdfast.lock.torture.history.OperationKind;
import io.holdfast.lock.torture.history.Phase;
import org.junit.jupiter.api.Test;

/** C10 for histories with readers, told by hand. */
class ReadWriteModelTest {

  private final Tale tale = new Tale();

  @Test
  void readers_only_pass() {
    assertClean(
        tale.read(1, 0, 10, 1, 5)
            .read(2, 0, 5, 2, 5)
            .readUnlock(2, 8, 20, 2)
            .read(3, 9, 11, 3, 7)
            .readUnlock(1, 15, 16, 1)
            .readUnlock(3, 30, 31, 3)
            .verdict());
  }

  @Test
  void readerWaitsForTheWriterThatWaitsForReaders_passes() {
    assertClean(
        tale.read(1, 0, 1, 1, 1)
            .lock(2, 5, 22, 2, 10)
            .read(3, 6, 42, 3, 10)
            .readUnlock(1, 20, 21, 1)
            .unlock(2, 40, 43, 2)
            .readUnlock(3, 50, 51, 3)
            .verdict());
  }

  @Test
  void readers_whoseCallsOverlapAWriters_haveTheirPlaceByToken() {
    // 3 had read before the writer came, 4 read after it, though all asked at the same time.
    assertClean(
        tale.lock(2, 0, 50, 2, 10)
            .read(3, 1, 20, 3, 9)
            .read(4, 1, 62, 4, 11)
            .readUnlock(3, 30, 70, 3)
            .unlock(2, 60, 61, 2)
            .readUnlock(4, 80, 81, 4)
            .verdict());
  }

  @Test
  void writer_beforeAReadersLeaseCanBeOver_isCaught() {
    assertOnly(
        tale.readLease(1, 0, 1, 1, 1, 1000)
            .lives(1, 20)
            .lock(2, 5, 500, 2, 2)
            .unlock(2, 501, 502, 2)
            .verdict(),
        Rule.LINEARIZABILITY,
        "held by the readers 0#1");
  }

  @Test
  void writer_afterTheLeasesOfAllReadersThatDied_passes() {
    assertClean(
        tale.readLease(1, 0, 1, 1, 1, 1000)
            .readLease(3, 0, 1, 3, 1, 700)
            .lives(1, 20)
            .lives(3, 20)
            .lock(2, 5, 1001, 2, 2)
            .unlock(2, 1002, 1003, 2)
            .verdict());
  }

  @Test
  void writer_afterTheLeaseOfOneOfTwoReaders_isCaught() {
    // The expiry of one must not free the other, whose process is dead as well.
    assertOnly(
        tale.readLease(1, 0, 1, 1, 1, 300)
            .readLease(3, 0, 1, 3, 1, 1000)
            .lives(1, 20)
            .lives(3, 20)
            .lock(2, 5, 400, 2, 2)
            .unlock(2, 401, 402, 2)
            .verdict(),
        Rule.LINEARIZABILITY);
  }

  @Test
  void reader_beforeAWritersLeaseCanBeOver_isCaught() {
    assertOnly(
        tale.lease(1, 0, 1, 1, 1, 1000)
            .lives(1, 20)
            .read(2, 5, 500, 2, 2)
            .readUnlock(2, 501, 502, 2)
            .verdict(),
        Rule.LINEARIZABILITY,
        "held by the writer 0#1");
  }

  @Test
  void reader_andWriter_afterAnExpiryThatOnlyOneOfThemCanHaveSeen_isCaught() {
    // 2 reads only after 1000 ms; 3 wrote before, with a lower token: no order has both.
    assertOnly(
        tale.lease(1, 0, 1, 1, 1, 1000)
            .lives(1, 20)
            .lock(3, 600, 900, 3, 2)
            .unlock(3, 901, 902, 3)
            .read(2, 5, 1500, 2, 3)
            .readUnlock(2, 1501, 1502, 2)
            .verdict(),
        Rule.LINEARIZABILITY);
  }

  @Test
  void downgrade_passesAndKeepsOthersOut() {
    tale.lock(1, 0, 1, 1, 5)
        .read(1, 2, 3, 2, 5)
        .lock(2, 4, 31, 3, 8)
        .read(3, 4, 12, 4, 6)
        .unlock(1, 10, 11, 1)
        .readUnlock(3, 13, 14, 4)
        .readUnlock(1, 30, 32, 2)
        .unlock(2, 40, 41, 3);
    assertClean(tale.verdict());
  }

  @Test
  void downgrade_withAWriterInTheGap_isCaught() {
    Verdict verdict =
        tale.lock(1, 0, 1, 1, 5)
            .read(1, 2, 3, 2, 5)
            .unlock(1, 10, 11, 1)
            .lock(2, 4, 15, 3, 8)
            .unlock(2, 16, 17, 3)
            .readUnlock(1, 30, 32, 2)
            .verdict();
    assertCaught(verdict, Rule.READ_WRITE, "the writer 2/2");
    assertCaught(verdict, Rule.LINEARIZABILITY);
  }

  @Test
  void handle_underOnesOwnWriteLock_isNoDowngrade() {
    Facts facts = Facts.ofHold(2);
    assertCaught(
        tale.lock(1, 0, 1, 1, 5)
            .call(1, OperationKind.READ_HANDLE, 2, 3, Phase.OK, facts, facts.token(5))
            .unlock(1, 10, 11, 1)
            .call(1, OperationKind.READ_CLOSE_HANDLE, 12, 13, Phase.OK, facts.holdCount(0))
            .verdict(),
        Rule.LINEARIZABILITY,
        "held by the writer 0#1");
  }

  @Test
  void reader_ofAStaleToken_isCaught() {
    // It asked before the writer had it, so C2 has nothing to say; but it came after.
    assertOnly(
        new Tale()
            .lock(3, 1, 2, 3, 7)
            .unlock(3, 3, 4, 3)
            .lock(1, 5, 10, 1, 8)
            .readLease(2, 9, 30, 2, 7, 1000)
            .unlock(1, 20, 21, 1)
            .readUnlock(2, 40, 41, 2)
            .verdict(),
        Rule.LINEARIZABILITY);
  }

  @Test
  void reEntry_ofAReader_countsAndKeepsItsToken() {
    Facts facts = Facts.ofHold(1);
    assertClean(
        tale.read(1, 0, 1, 1, 5)
            .call(
                1, OperationKind.READ_RE_ENTER, 2, 3, Phase.OK, facts, facts.token(5).holdCount(2))
            .call(1, OperationKind.READ_UNLOCK, 4, 5, Phase.OK, facts.holdCount(1))
            .readUnlock(1, 6, 7, 1)
            .verdict());
  }

  @Test
  void reEntry_ofAReaderWithAnotherCount_isCaught() {
    Facts facts = Facts.ofHold(1);
    assertOnly(
        tale.read(1, 0, 1, 1, 5)
            .read(2, 0, 1, 2, 5)
            .call(
                1, OperationKind.READ_RE_ENTER, 2, 3, Phase.OK, facts, facts.token(5).holdCount(3))
            .call(1, OperationKind.READ_UNLOCK, 4, 5, Phase.OK, facts.holdCount(1))
            .readUnlock(1, 6, 7, 1)
            .readUnlock(2, 6, 7, 2)
            .verdict(),
        Rule.LINEARIZABILITY,
        "count 3");
  }

  @Test
  void tryRead_refusedThoughOnlyReadersHoldAndNobodyAsks_isCaught() {
    assertOnly(
        tale.read(1, 0, 1, 1, 5)
            .fails(2, OperationKind.READ_TRY_LOCK, 5000, 5001, 2, "false")
            .readUnlock(1, 6000, 6001, 1)
            .verdict(),
        Rule.LINEARIZABILITY,
        "held by the readers 0#1");
  }

  @Test
  void tryWrite_refusedWhileOthersRead_passes() {
    assertClean(
        tale.read(1, 0, 1, 1, 5)
            .fails(2, OperationKind.TRY_LOCK, 5000, 5001, 2, "false")
            .readUnlock(1, 6000, 6001, 1)
            .verdict());
  }

  @Test
  void tryWrite_refusedThoughFreeAndUncontended_isCaught() {
    assertOnly(
        tale.read(1, 0, 1, 1, 5)
            .readUnlock(1, 2, 3, 1)
            .fails(2, OperationKind.TRY_LOCK, 5000, 5001, 2, "false")
            .verdict(),
        Rule.LINEARIZABILITY,
        "it is free");
  }

  @Test
  void readRelease_ofUnknownOutcome_mayHaveHappenedOrNot() {
    for (long next : new long[] {12, 1100}) {
      assertClean(
          new Tale()
              .readLease(1, 0, 1, 1, 1, 1000)
              .call(
                  1,
                  OperationKind.READ_UNLOCK,
                  10,
                  11,
                  Phase.INFO,
                  Facts.ofHold(1).holdCount(0),
                  Facts.ofHold(1).holdCount(0).error("LockServerException"))
              .lock(2, next, next + 5, 2, 2)
              .unlock(2, next + 6, next + 7, 2)
              .verdict());
    }
  }

  @Test
  void release_ofAReadHoldThatIsOver_isCaught() {
    assertOnly(
        tale.readLease(1, 0, 1, 1, 1, 100)
            .lock(2, 5, 150, 2, 2)
            .unlock(2, 160, 161, 2)
            .readUnlock(1, 200, 210, 1)
            .verdict(),
        Rule.LINEARIZABILITY,
        "READ_UNLOCK.OK hold 0#1");
  }

  @Test
  void force_ofEitherLock_endsWhatItSays() {
    assertClean(
        tale.readLease(1, 0, 1, 1, 1, 1000)
            .call(9, OperationKind.READ_FORCE_UNLOCK, 20, 21, Phase.OK, Facts.none())
            .lease(2, 25, 26, 2, 2, 1000)
            .call(9, OperationKind.FORCE_UNLOCK, 30, 31, Phase.OK, Facts.none())
            .read(3, 35, 36, 3, 3)
            .readUnlock(3, 40, 41, 3)
            .verdict());
    assertOnly(
        new Tale()
            .readLease(1, 0, 1, 1, 1, 1000)
            .lives(1, 10)
            .call(9, OperationKind.FORCE_UNLOCK, 20, 21, Phase.OK, Facts.none())
            .lock(2, 25, 26, 2, 2)
            .unlock(2, 30, 31, 2)
            .verdict(),
        Rule.LINEARIZABILITY);
  }

  @Test
  void await_givesTheLockAwayToReaders() {
    assertClean(
        tale.lock(1, 0, 1, 1, 1)
            .call(
                1,
                OperationKind.AWAIT,
                10,
                40,
                Phase.OK,
                Facts.ofHold(1),
                Facts.ofHold(1).token(4).holdCount(1))
            .read(2, 5, 12, 2, 2)
            .read(3, 5, 12, 3, 3)
            .readUnlock(2, 20, 21, 2)
            .readUnlock(3, 20, 21, 3)
            .unlock(1, 50, 51, 1)
            .verdict());
  }

  @Test
  void await_comesBackWhileAnotherReads_isCaught() {
    assertCaught(
        tale.lock(1, 0, 1, 1, 1)
            .call(
                1,
                OperationKind.AWAIT,
                10,
                40,
                Phase.OK,
                Facts.ofHold(1),
                Facts.ofHold(1).token(4).holdCount(1))
            .read(2, 5, 12, 2, 2)
            .readUnlock(2, 45, 46, 2)
            .unlock(1, 50, 51, 1)
            .verdict(),
        Rule.LINEARIZABILITY,
        "AWAIT.OK");
  }
}
