package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.DistributedReadWriteLock;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.Test;

/** Which side excludes which, as in {@code java.util.concurrent.locks.ReadWriteLock}. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class ReadWriteContract extends ReadWriteSuite {

  @Test
  void name_ofBothLocks_isAsGiven() {
    assertThat(List.of(pair.name(), read.name(), write.name())).containsOnly(name);
  }

  @Test
  void read_free_isHeldByThisThreadUntilUnlock() {
    read.lock();
    assertThat(read.isHeldByCurrentThread()).isTrue();
    assertThat(pair.getReadHoldCount()).isOne();
    assertThat(others.getReadLockCount()).isOne();
    assertThat(actor("bob").says(pair::getReadHoldCount)).isZero();
    assertThat(others.getReadHoldCount()).isZero();
    assertThat(pair.isWriteLockedByCurrentThread()).isFalse();
    assertThat(others.isWriteLocked()).isFalse();

    read.unlock();

    assertThat(read.isHeldByCurrentThread()).isFalse();
    assertThat(pair.getReadHoldCount()).isZero();
    assertThat(others.getReadLockCount()).isZero();
  }

  @Test
  void write_free_isHeldByThisThreadUntilUnlock() {
    write.lock();
    assertThat(pair.isWriteLockedByCurrentThread()).isTrue();
    assertThat(pair.getWriteHoldCount()).isOne();
    assertThat(others.isWriteLocked()).isTrue();
    assertThat(others.isWriteLockedByCurrentThread()).isFalse();
    assertThat(others.getReadLockCount()).isZero();
    assertThat(pair.getReadHoldCount()).isZero();

    write.unlock();

    assertThat(pair.isWriteLockedByCurrentThread()).isFalse();
    assertThat(others.isWriteLocked()).isFalse();
  }

  @Test
  void readers_ofSeveralClientsAndThreads_readAtTheSameTime() {
    List<DistributedLock> views = List.of(read, read, othersRead, another().readLock());
    List<Actor> readers = new ArrayList<>();
    views.forEach(view -> readers.add(holderOf(view))); // each while those before it still read

    assertThat(others.getReadLockCount()).isEqualTo(3);
    assertThat(othersRead.tryLock()).isTrue();
    othersRead.unlock();
    for (int i = 0; i < views.size(); i++) {
      readers.get(i).does(views.get(i)::unlock);
    }
    awaitFreeAndUnwanted();
  }

  @Test
  void write_whileAnotherClientReads_waitsForTheLastUnlock() {
    Actor one = holderOf(othersRead);
    Actor two = holderOf(othersRead);
    assertThat(write.tryLock()).isFalse();
    Actor writer = actor("writer");
    CompletableFuture<?> writing = queue(writer, write);

    one.does(othersRead::unlock);
    stays(SHORT, "it waits for the other reader", () -> !writing.isDone());
    two.does(othersRead::unlock);

    Actor.ends(writing);
    writer.does(write::unlock);
  }

  @Test
  void write_whileAThreadOfTheSameClientReads_waitsForItsUnlock() {
    Actor reader = holderOf(read);
    assertThat(write.tryLock()).isFalse();
    Actor writer = actor("writer");
    CompletableFuture<?> writing = writer.starts(write::lock);
    writer.awaitParked(writing);
    stays(SHORT, "it waits", () -> !writing.isDone());

    reader.does(read::unlock);

    Actor.ends(writing);
    assertThat(others.isWriteLocked()).isTrue();
    writer.does(write::unlock);
  }

  @Test
  void read_whileAnotherClientWrites_waitsForItsUnlock() throws Exception {
    Actor writer = holderOf(othersWrite);
    assertThat(read.tryLock()).isFalse();
    assertThat(read.tryLock(50, TimeUnit.MILLISECONDS)).isFalse();
    awaitQueueLength(0);
    Actor reader = actor("reader");
    CompletableFuture<?> reading = queue(reader, read);
    assertThat(reading).isNotDone();

    writer.does(othersWrite::unlock);

    Actor.ends(reading);
    assertThat(reader.says(pair::getReadHoldCount)).isOne();
    reader.does(read::unlock);
  }

  @Test
  void read_whileAnotherThreadOfTheSameClientWrites_waitsForItsUnlock() {
    Actor writer = holderOf(write);
    assertThat(read.tryLock()).isFalse();
    Actor reader = actor("reader");
    CompletableFuture<?> reading = reader.starts(read::lock);
    reader.awaitParked(reading);
    stays(SHORT, "it waits", () -> !reading.isDone());

    writer.does(write::unlock);

    Actor.ends(reading);
    reader.does(read::unlock);
  }

  @Test
  void readers_queuedBehindAWriter_areGrantedTogether() {
    Actor writer = holderOf(othersWrite);
    List<DistributedReadWriteLock> clients = List.of(another(), another(), another());
    List<Actor> readers = new ArrayList<>();
    List<CompletableFuture<?>> readings = new ArrayList<>();
    for (DistributedReadWriteLock client : clients) {
      Actor reader = actor("reader");
      readers.add(reader);
      readings.add(queue(reader, client.readLock()));
    }

    writer.does(othersWrite::unlock);

    assertThat(others.getReadLockCount()).as("granted at once").isEqualTo(3);
    readings.forEach(Actor::ends); // and none of them unlocks
    for (int i = 0; i < readers.size(); i++) {
      readers.get(i).does(clients.get(i).readLock()::unlock);
    }
  }

  @Test
  void readers_ofOneClientQueuedBehindAWriter_areOneInTheQueueAndGrantedTogether() {
    Actor writer = holderOf(othersWrite);
    List<Actor> readers = List.of(actor("a"), actor("b"), actor("c"));
    List<CompletableFuture<?>> readings = new ArrayList<>();
    for (Actor reader : readers) {
      CompletableFuture<?> reading = reader.starts(read::lock);
      reader.awaitParked(reading);
      readings.add(reading);
    }
    awaitQueueLength(1);

    writer.does(othersWrite::unlock);

    readings.forEach(Actor::ends);
    assertThat(others.getReadLockCount()).isOne();
    readers.forEach(reader -> reader.does(read::unlock));
    awaitFreeAndUnwanted();
  }

  @Test
  void unlock_ofAViewThatIsNotHeld_throwsAndChangesNothing() {
    read.lock();
    assertNotHeld(actor("bob").failsIn(read::unlock));
    assertNotHeld(actor("bob").failsIn(othersRead::unlock));
    assertThatThrownBy(write::unlock).satisfies(ReadWriteContract::assertNotHeld);
    assertThat(pair.getReadHoldCount()).isOne();
    assertThat(others.getReadLockCount()).isOne();
    read.unlock();
    assertThatThrownBy(read::unlock).satisfies(ReadWriteContract::assertNotHeld);

    write.lock();
    assertThatThrownBy(read::unlock).satisfies(ReadWriteContract::assertNotHeld);
    assertThat(pair.isWriteLockedByCurrentThread()).isTrue();
    write.unlock();
  }

  private static void assertNotHeld(Throwable thrown) {
    assertThat(thrown)
        .isInstanceOf(IllegalMonitorStateException.class)
        .isNotInstanceOf(LeaseLostException.class);
  }

  @Test
  void write_byAnInterruptedThreadThatReads_throwsThatItIsInterrupted() {
    Actor reader = holderOf(read);
    for (TestThreads.Body call :
        List.<TestThreads.Body>of(
            write::lockInterruptibly,
            () -> write.tryLock(1, TimeUnit.MINUTES),
            write::acquire,
            () -> write.tryAcquire(Duration.ofMinutes(1)))) {
      assertThat(
              reader.failsIn(
                  () -> {
                    Thread.currentThread().interrupt();
                    call.run();
                  }))
          .isInstanceOf(InterruptedException.class);
      assertThat(reader.says(Thread::interrupted)).isFalse();
    }
    reader.does(read::unlock);
  }

  @Test
  void newCondition_ofTheReadLock_isNotSupported() {
    assertThatThrownBy(read::newCondition).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> read.newCondition("c"))
        .isInstanceOf(UnsupportedOperationException.class);
    read.lock();
    assertThatThrownBy(read::newCondition).isInstanceOf(UnsupportedOperationException.class);
    read.unlock();
  }

  @Test
  @SuppressWarnings("WaitNotInLoop") // what wakes is what is looked at
  void newCondition_ofTheWriteLock_isSignalledByAnotherClient() {
    Actor sleeper = holderOf(write);
    Condition condition = write.newCondition("c");
    CompletableFuture<?> sleeping = sleeper.starts(condition::await);
    Actor waker = holderOf(othersWrite); // it let go

    waker.does(() -> othersWrite.newCondition("c").signal());
    assertThat(sleeping).isNotDone();
    waker.does(othersWrite::unlock);

    Actor.ends(sleeping);
    assertThat(sleeper.says(pair::getWriteHoldCount)).isOne();
    sleeper.does(write::unlock);
  }

  @Test
  @SuppressWarnings("WaitNotInLoop") // what wakes is what is looked at
  void await_underTheWriteLock_letsReadersInUntilItIsSignalled() {
    Actor sleeper = holderOf(write);
    CompletableFuture<?> sleeping = sleeper.starts(write.newCondition("c")::await);
    Actor reader = holderOf(othersRead);
    reader.does(othersRead::unlock);
    Actor waker = holderOf(othersWrite);
    waker.does(() -> othersWrite.newCondition("c").signalAll());
    waker.does(othersRead::lock);
    waker.does(othersWrite::unlock);
    stays(SHORT, "the reader keeps it out", () -> !sleeping.isDone());
    waker.does(othersRead::unlock);
    Actor.ends(sleeping);
    sleeper.does(write::unlock);
  }

  @Test
  @SuppressWarnings("WaitNotInLoop") // what wakes is what is looked at
  void await_ofAWriterThatReadsToo_keepsItsEntryAndWaitsForIt() {
    Actor owner = holderOf(write);
    owner.does(read::lock);
    Condition condition = write.newCondition();
    CompletableFuture<Boolean> awaiting =
        owner.begins(() -> condition.await(100, TimeUnit.MILLISECONDS));
    eventually().isTrue("it let go of the write lock", () -> !others.isWriteLocked());
    stays(A_WHILE, "it waits for itself", () -> !awaiting.isDone() && entriesOfOthers() == 1);

    assertThat(othersRead.forceUnlock()).isTrue();

    assertThat(Actor.succeeds(awaiting)).isFalse();
    assertThat(owner.says(pair::isWriteLockedByCurrentThread)).isTrue();
    assertThat(owner.failsIn(read::unlock)).isInstanceOf(LeaseLostException.class);
    owner.does(write::unlock);
    awaitFreeAndUnwanted();
  }

  private int entriesOfOthers() {
    return others.getReadLockCount();
  }
}
