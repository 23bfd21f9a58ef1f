package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A thread that holds one of the locks enters that one again, even if others wait. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class ReadWriteReentryContract extends ReadWriteSuite {

  /** Enters again in every way, without the network, and leaves as often. */
  private void enterAgain(DistributedLock view) throws InterruptedException {
    long before = scriptCalls();
    long token = view.token();
    view.lock();
    view.lockInterruptibly();
    assertThat(view.tryLock()).isTrue();
    assertThat(view.tryLock(1, TimeUnit.MINUTES)).isTrue();
    assertThat(view.tryLock(Duration.ofSeconds(1), Duration.ofMinutes(1))).isTrue();
    assertThat(view.getHoldCount()).isEqualTo(6);
    assertThat(view.token()).isEqualTo(token);
    for (int i = 0; i < 5; i++) {
      view.unlock();
    }
    assertThat(view.getHoldCount()).isOne();
    assertThat(scriptCalls()).as("script calls").isEqualTo(before);
  }

  @Test
  void read_heldByThisThread_entersAgainWithoutTheNetwork() {
    Actor reader = holderOf(read);
    reader.does(() -> enterAgain(read));
    assertThat(others.getReadLockCount()).isOne();
    reader.does(read::unlock);
    assertThat(others.getReadLockCount()).isZero();
  }

  @Test
  void write_heldByThisThread_entersAgainWithoutTheNetwork() {
    Actor writer = holderOf(write);
    writer.does(() -> enterAgain(write));
    assertThat(others.isWriteLocked()).isTrue();
    writer.does(write::unlock);
    assertThat(others.isWriteLocked()).isFalse();
  }

  @Test
  void read_whileAWriterOfAnotherClientWaits_entersAgain() {
    Actor reader = holderOf(read);
    Actor writer = actor("writer");
    CompletableFuture<?> writing = queue(writer, othersWrite);
    stays(SHORT, "everybody knows that it waits", () -> !writing.isDone());

    for (int i = 0; i < 3; i++) {
      reader.does(read::lock);
      assertThat(reader.says(() -> read.tryLock())).isTrue();
    }
    assertThat(reader.says(pair::getReadHoldCount)).isEqualTo(7);
    for (int i = 0; i < 6; i++) {
      reader.does(read::unlock);
    }
    assertThat(writing).isNotDone();
    reader.does(read::unlock);

    Actor.ends(writing);
    writer.does(othersWrite::unlock);
  }

  @Test
  void read_whileAWriterOfTheSameClientWaits_entersAgain() {
    Actor reader = holderOf(read);
    Actor writer = actor("writer");
    CompletableFuture<?> writing = writer.starts(write::lock);
    writer.awaitParked(writing);

    reader.does(read::lock);
    assertThat(reader.says(() -> read.tryLock())).isTrue();
    reader.does(read::unlock);
    reader.does(read::unlock);
    assertThat(writing).isNotDone();
    reader.does(read::unlock);

    Actor.ends(writing);
    writer.does(write::unlock);
  }

  @Test
  void write_whileReadersAndWritersWait_entersAgain() {
    Actor writer = holderOf(write);
    Actor reader = actor("reader");
    CompletableFuture<?> reading = queue(reader, othersRead);
    Actor next = actor("next");
    CompletableFuture<?> writing = queue(next, othersWrite);
    Actor local = actor("local");
    CompletableFuture<?> localReading = local.starts(read::lock);
    local.awaitParked(localReading);

    writer.does(write::lock);
    assertThat(writer.says(() -> write.tryLock())).isTrue();
    writer.does(write::unlock);
    writer.does(write::unlock);
    assertThat(reading).isNotDone();
    assertThat(writing).isNotDone();
    assertThat(localReading).isNotDone();
    writer.does(write::unlock);

    Actor.ends(reading);
    reader.does(othersRead::unlock);
    Actor.ends(writing);
    next.does(othersWrite::unlock);
    Actor.ends(localReading);
    local.does(read::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void read_underTheWriteLock_isGrantedWhoeverWaits() {
    Actor writer = holderOf(write);
    Actor next = actor("next");
    CompletableFuture<?> writing = queue(next, othersWrite);
    Actor local = actor("local");
    // A client may pass the lock on among its threads for a while, so this thread must not keep it.
    CompletableFuture<?> localWriting =
        local.starts(
            () -> {
              write.lock();
              write.unlock();
            });
    local.awaitParked(localWriting);

    writer.does(read::lock);
    assertThat(writer.says(() -> read.tryLock())).isTrue();
    assertThat(writer.says(pair::getReadHoldCount)).isEqualTo(2);
    assertThat(writer.says(pair::getWriteHoldCount)).isOne();
    writer.does(read::unlock);
    writer.does(read::unlock);
    assertThat(writing).isNotDone();
    assertThat(localWriting).isNotDone();
    assertThat(writer.says(pair::isWriteLockedByCurrentThread)).isTrue();
    writer.does(write::unlock);

    Actor.ends(writing);
    next.does(othersWrite::unlock);
    Actor.ends(localWriting);
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("peers B5: a read unlock leaves the write lock renewed")
  void write_afterAReadUnlockInside_isRenewed() {
    var brief = open(ClientSpec.defaults().lease(SHORT_LEASE)).lock(name);
    Actor writer = holderOf(brief.writeLock());
    writer.does(brief.readLock()::lock);
    writer.does(brief.readLock()::unlock);
    stays(BEYOND_SHORT_LEASE, "it writes", () -> others.isWriteLocked() && !othersRead.tryLock());
    writer.does(brief.writeLock()::unlock);
  }

  @Test
  @DisplayName("peers B6: a read unlock leaves the lease of the write lock as it is")
  void write_afterAReadUnlockInside_hasTheLeaseItHad() {
    Actor writer = actor("writer");
    writer.does(() -> write.lock(Duration.ofMinutes(10)));
    writer.does(() -> read.lock(Duration.ofSeconds(5)));
    writer.does(read::unlock);
    assertThat(others.inspect().writer().orElseThrow().remaining())
        .isBetween(Duration.ofMinutes(9), Duration.ofMinutes(10));
    writer.does(write::unlock);
  }

  @Test
  void write_underBothLocks_entersAgain() {
    Actor writer = holderOf(write);
    writer.does(read::lock);
    writer.does(write::lock);
    assertThat(writer.says(() -> write.tryLock())).isTrue();
    assertThat(writer.says(pair::getWriteHoldCount)).isEqualTo(3);
    writer.does(write::unlock);
    writer.does(write::unlock);
    writer.does(read::unlock);
    writer.does(write::unlock);
    awaitFreeAndUnwanted();
  }
}
