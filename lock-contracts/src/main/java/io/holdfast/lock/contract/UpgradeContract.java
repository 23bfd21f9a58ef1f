package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockTimeoutException;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A thread that only reads cannot become a writer: the call is refused at once, and it reads on.
 */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class UpgradeContract extends ReadWriteSuite {

  /** Longer than a test may take: a call that waits for it would not have been refused. */
  private static final AcquireOptions WITH_A_LIMIT =
      AcquireOptions.defaults().waitAtMost(Duration.ofMinutes(5));

  private static void assertRefusedAtOnce(Actor reader, Callable<Boolean> attempt) {
    CompletableFuture<Boolean> trying = reader.begins(attempt);
    assertThat(trying).succeedsWithin(LIMIT).isEqualTo(false);
  }

  private static void assertFailsAtOnce(Actor reader, TestThreads.Body attempt) {
    CompletableFuture<?> locking = reader.starts(attempt);
    assertThat(locking)
        .failsWithin(AT_ONCE)
        .withThrowableThat()
        .havingCause()
        .isInstanceOf(IllegalMonitorStateException.class)
        .isNotInstanceOf(LeaseLostException.class);
  }

  private void assertNoWayUp(Actor reader) {
    assertRefusedAtOnce(reader, () -> write.tryLock());
    assertRefusedAtOnce(reader, () -> write.tryLock(5, TimeUnit.MINUTES));
    assertRefusedAtOnce(reader, () -> write.tryLock(Duration.ofMinutes(5), Duration.ofMinutes(1)));
    assertRefusedAtOnce(reader, () -> write.tryLock(300, 60, TimeUnit.SECONDS));
    assertFailsAtOnce(reader, write::lock);
    assertFailsAtOnce(reader, write::lockInterruptibly);
    assertFailsAtOnce(reader, () -> write.lock(Duration.ofMinutes(1)));
    assertFailsAtOnce(reader, () -> write.lock(1, TimeUnit.MINUTES));
    assertRefusedAtOnce(reader, () -> write.tryAcquire().isPresent());
    assertRefusedAtOnce(reader, () -> write.tryAcquire(Duration.ofMinutes(5)).isPresent());
    assertFailsAtOnce(reader, write::acquire);
    assertThat(Actor.failure(reader.starts(() -> write.acquire(WITH_A_LIMIT))))
        .isInstanceOf(LockTimeoutException.class);
    assertThat(reader.says(pair::isWriteLockedByCurrentThread)).isFalse();
  }

  private void assertStillReads(Actor reader, int count) {
    assertThat(reader.says(pair::getReadHoldCount)).isEqualTo(count);
    assertThat(reader.says(() -> read.currentHold().orElseThrow().isValid())).isTrue();
    assertThat(reader.says(() -> read.tryLock())).isTrue();
    reader.does(read::unlock);
    assertThat(others.getReadLockCount()).isOne();
    assertThat(others.isWriteLocked()).isFalse();
    assertThat(others.getQueueLength()).isZero();
    assertThat(othersWrite.tryLock()).isFalse();
  }

  @Test
  @DisplayName("failure 57: a reader wants to write")
  void write_underTheReadLock_isRefusedAtOnceAndTheReadHoldIsFine() {
    Actor reader = holderOf(read);

    assertNoWayUp(reader);

    assertStillReads(reader, 1);
    reader.does(read::unlock);
    awaitFreeAndUnwanted();
    reader.does(write::lock);
    reader.does(write::unlock);
  }

  @Test
  void write_underTheReadLockEnteredTwice_isRefusedAtOnce() {
    Actor reader = holderOf(read);
    reader.does(read::lock);
    assertNoWayUp(reader);
    assertStillReads(reader, 2);
    reader.does(read::unlock);
    assertNoWayUp(reader);
    reader.does(read::unlock);
  }

  @Test
  void write_afterADowngrade_isRefusedAtOnce() {
    Actor owner = holderOf(write);
    owner.does(read::lock);
    owner.does(write::unlock);
    assertNoWayUp(owner);
    assertStillReads(owner, 1);
    owner.does(read::unlock);
  }

  @Test
  void write_underAReadLockOfFixedLease_isRefusedAtOnce() {
    Actor reader = actor("reader");
    reader.does(() -> read.lock(Duration.ofMinutes(1)));
    assertNoWayUp(reader);
    assertStillReads(reader, 1);
    reader.does(read::unlock);
  }

  @Test
  void write_underTheReadLockOfAnotherThread_waitsLikeAnybody() throws Exception {
    Actor reader = holderOf(read);
    Actor writer = actor("writer");
    assertThat(writer.says(() -> write.tryLock(50, TimeUnit.MILLISECONDS))).isFalse();
    CompletableFuture<?> writing = writer.starts(write::lock);
    writer.awaitParked(writing);
    reader.does(read::unlock);
    Actor.ends(writing);
    writer.does(write::unlock);
  }

  @Test
  void write_whileAnotherWaitsAndTheThreadReads_isRefusedAtOnceAndTheOtherComesNext() {
    Actor reader = holderOf(read);
    Actor other = actor("other");
    CompletableFuture<?> writing = queue(other, othersWrite);
    assertNoWayUp(reader);
    assertThat(writing).isNotDone();
    reader.does(read::unlock);
    Actor.ends(writing);
    other.does(othersWrite::unlock);
  }

  @Test
  void acquireAsync_underTheReadLock_waitsUntilThatIsReleased() {
    Actor reader = holderOf(read);
    CompletableFuture<Hold> writing = reader.says(() -> write.acquireAsync());
    awaitQueueLength(1);
    stays(SHORT, "it waits", () -> !writing.isDone());
    reader.does(read::unlock);
    Actor.succeeds(writing).close();
  }
}
