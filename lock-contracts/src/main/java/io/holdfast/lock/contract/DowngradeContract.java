package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The read lock taken under the write lock stays when the write lock is released: no writer gets
 * in.
 */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class DowngradeContract extends ReadWriteSuite {

  private static final Duration STRESS = Duration.ofSeconds(2);
  private static final Duration END = Duration.ofMinutes(1);

  /** Turns of each thread, however slow the machine is. */
  private static final int LEAST = 6;

  private void downgrade(Actor owner) {
    owner.does(read::lock);
    owner.does(write::unlock);
  }

  private Actor downgraded() {
    Actor owner = holderOf(write);
    downgrade(owner);
    return owner;
  }

  @Test
  void downgrade_nobodyWaits_readsOn() {
    Actor owner = downgraded();

    assertThat(owner.says(pair::getReadHoldCount)).isOne();
    assertThat(owner.says(pair::getWriteHoldCount)).isZero();
    assertThat(others.isWriteLocked()).isFalse();
    assertThat(others.getReadLockCount()).isOne();
    assertThat(write.tryLock()).isFalse();
    assertThat(othersWrite.tryLock()).isFalse();
    assertThat(othersRead.tryLock()).isTrue();
    othersRead.unlock();
    assertThat(actor("local").says(() -> read.tryLock())).isTrue();

    owner.does(read::unlock);
  }

  @Test
  void downgrade_aWriterOfAnotherClientWaits_keepsItOut() {
    Actor owner = holderOf(write);
    Actor next = actor("next");
    CompletableFuture<?> writing = queue(next, othersWrite);

    downgrade(owner);

    stays(SHORT, "the writer is kept out", () -> !writing.isDone() && !others.isWriteLocked());
    assertThat(others.getReadLockCount()).isOne();
    assertThat(owner.says(() -> read.currentHold().orElseThrow().isValid())).isTrue();
    owner.does(read::unlock);
    Actor.ends(writing);
    next.does(othersWrite::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void downgrade_aWriterOfTheSameClientWaits_isNotPassedTheWriteHold() {
    Actor owner = holderOf(write);
    Actor local = actor("local");
    CompletableFuture<?> writing = local.starts(write::lock);
    local.awaitParked(writing);

    downgrade(owner);

    stays(SHORT, "the writer is kept out", () -> !writing.isDone() && !others.isWriteLocked());
    owner.does(read::unlock);
    Actor.ends(writing);
    local.does(write::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void downgrade_writersOfBothClientsWait_keepsThemOutAndLetsEachInLater() {
    Actor owner = holderOf(write);
    Actor next = actor("next");
    CompletableFuture<?> writing = queue(next, othersWrite);
    Actor local = actor("local");
    CompletableFuture<?> localWriting = local.starts(write::lock);
    local.awaitParked(localWriting);

    downgrade(owner);

    stays(SHORT, "both are kept out", () -> !writing.isDone() && !localWriting.isDone());
    owner.does(read::unlock);
    Actor.ends(writing);
    stays(SHORT, "one at a time", () -> !localWriting.isDone());
    next.does(othersWrite::unlock);
    Actor.ends(localWriting);
    local.does(write::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("peers B8: a downgrade wakes the readers that wait")
  void downgrade_readersWaitAtTheHead_letsThemReadAlong() {
    Actor owner = holderOf(write);
    Actor remote = actor("remote");
    CompletableFuture<?> reading = queue(remote, othersRead);
    Actor local = actor("local");
    CompletableFuture<?> localReading = local.starts(read::lock);
    local.awaitParked(localReading);

    downgrade(owner);

    Actor.ends(reading);
    Actor.ends(localReading);
    remote.does(othersRead::unlock);
    local.does(read::unlock);
    owner.does(read::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void downgrade_aWriterWaitsBeforeAReader_keepsTheOrder() {
    Actor owner = holderOf(write);
    Actor next = actor("next");
    CompletableFuture<?> writing = queue(next, othersWrite);
    DistributedLock third = another().readLock();
    Actor last = actor("last");
    CompletableFuture<?> reading = queue(last, third);

    downgrade(owner);

    stays(SHORT, "both wait", () -> !writing.isDone() && !reading.isDone());
    owner.does(read::unlock);
    Actor.ends(writing);
    assertThat(reading).isNotDone();
    next.does(othersWrite::unlock);
    Actor.ends(reading);
    last.does(third::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void downgrade_enteredTwice_isOverWithTheLastUnlockOfEach() {
    Actor owner = holderOf(write);
    owner.does(write::lock);
    owner.does(read::lock);
    owner.does(read::lock);
    owner.does(write::unlock);
    assertThat(others.isWriteLocked()).isTrue();
    assertThat(othersRead.tryLock()).isFalse();
    owner.does(write::unlock);
    assertThat(others.isWriteLocked()).isFalse();
    assertThat(owner.says(pair::getReadHoldCount)).isEqualTo(2);
    owner.does(read::unlock);
    assertThat(othersWrite.tryLock()).isFalse();
    owner.does(read::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 58: the read hold after a downgrade is renewed")
  void downgrade_renewedLeases_readsOnBeyondTheLease() {
    var brief = open(ClientSpec.defaults().lease(SHORT_LEASE)).lock(name);
    Actor owner = holderOf(brief.writeLock());
    owner.does(brief.readLock()::lock);
    owner.does(brief.writeLock()::unlock);
    stays(
        BEYOND_SHORT_LEASE,
        "it reads",
        () -> others.getReadLockCount() == 1 && !othersWrite.tryLock());
    owner.does(brief.readLock()::unlock);
  }

  /**
   * Under the load of writers that wait already, local and remote: nobody writes while it reads.
   */
  @Test
  void downgrade_writersOfAllClientsPress_leavesNoGap() throws Exception {
    AtomicInteger writers = new AtomicInteger();
    AtomicInteger turns = new AtomicInteger();
    AtomicInteger kept = new AtomicInteger();
    AtomicBoolean intruded = new AtomicBoolean();
    AtomicInteger reading = new AtomicInteger();
    long end = System.nanoTime() + STRESS.toNanos();
    for (DistributedLock view : new DistributedLock[] {write, write, othersWrite, othersWrite}) {
      threads()
          .start(
              "writer",
              () -> {
                for (int n = 0; n < LEAST || System.nanoTime() - end < 0; n++) {
                  view.lock();
                  writers.incrementAndGet();
                  intruded.compareAndSet(false, reading.get() > 0);
                  turns.incrementAndGet();
                  writers.decrementAndGet();
                  view.unlock();
                }
              });
    }
    threads()
        .start(
            2,
            "downgrader",
            () -> {
              for (int n = 0; n < LEAST || System.nanoTime() - end < 0; n++) {
                write.lock();
                read.lock();
                int before = turns.get();
                reading.incrementAndGet();
                write.unlock();
                stays(Duration.ofMillis(2), "nobody writes", () -> writers.get() == 0);
                assertThat(turns).as("turns of writers meanwhile").hasValue(before);
                kept.incrementAndGet();
                reading.decrementAndGet();
                read.unlock();
              }
            });
    threads().joinAll(END);
    assertThat(intruded).as("a writer met a reader").isFalse();
    assertThat(turns).as("turns of writers").hasValueGreaterThan(20);
    assertThat(kept).as("downgrades").hasValueGreaterThan(5);
    awaitFreeAndUnwanted();
  }
}
