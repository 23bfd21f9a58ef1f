package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockInspection.Holder;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.ReadWriteInspection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What others can see of a read-write lock, and how they can take it away. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class ReadWriteInspectionContract extends ReadWriteSuite {

  private final List<LossCause> causes = new CopyOnWriteArrayList<>();

  @Test
  void inspect_free_showsNobody() {
    ReadWriteInspection state = pair.inspect();
    assertThat(state.lockName()).isEqualTo(name);
    assertThat(state.writer()).isEmpty();
    assertThat(state.readers()).isEmpty();
    assertThat(state.queueLength()).isZero();
    assertThat(pair.isWriteLocked()).isFalse();
    assertThat(pair.getReadLockCount()).isZero();
    assertThat(pair.getQueueLength()).isZero();
    assertThat(read.isLocked()).isFalse();
    assertThat(write.isLocked()).isFalse();
  }

  @Test
  void inspect_aWriter_showsItToEverybody() throws Exception {
    try (Hold hold = write.acquire()) {
      Holder own = pair.inspect().writer().orElseThrow();
      Holder foreign = others.inspect().writer().orElseThrow();
      assertThat(own.ours()).isTrue();
      assertThat(foreign.ours()).isFalse();
      assertThat(own.clientLabel()).isEqualTo("first").isEqualTo(foreign.clientLabel());
      assertThat(own.token()).isEqualTo(hold.token());
      assertThat(own.remaining()).isPositive();
      assertThat(others.inspect().readers()).isEmpty();
      assertThat(others.isWriteLocked()).isTrue();
      assertThat(othersWrite.isLocked()).isTrue();
    }
    assertThat(others.isWriteLocked()).isFalse();
  }

  @Test
  void inspect_readers_showsEachEntryThatLastsLongestFirst() throws Exception {
    Hold mine = read.acquire();
    Hold theirs = othersRead.acquire();
    Hold brief = read.acquire(AcquireOptions.defaults().lease(Lease.fixed(Duration.ofSeconds(10))));

    for (var view : List.of(pair, others)) {
      List<Holder> readers = view.inspect().readers();
      assertThat(readers).hasSize(3);
      assertThat(readers.stream().map(Holder::remaining).map(Duration::negated)).isSorted();
      assertThat(readers.get(2).remaining())
          .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(10));
      assertThat(readers)
          .extracting(Holder::clientLabel)
          .containsExactlyInAnyOrder("first", "first", "other");
      assertThat(readers.stream().filter(Holder::ours).map(Holder::clientLabel).distinct())
          .containsExactly(view == pair ? "first" : "other");
      assertThat(view.inspect().writer()).isEmpty();
    }
    assertThat(othersRead.isLocked()).isTrue();
    assertThat(othersWrite.isLocked()).isFalse();
    assertThat(others.getReadLockCount()).isEqualTo(3);
    mine.close();
    theirs.close();
    brief.close();
    assertThat(read.isLocked()).isFalse();
  }

  @Test
  void inspect_aDowngrade_showsWriterThenReader() {
    write.lock();
    read.lock();
    assertThat(others.isWriteLocked()).isTrue();
    write.unlock();
    assertThat(others.isWriteLocked()).isFalse();
    assertThat(others.getReadLockCount()).isOne();
    read.unlock();
    assertThat(others.getReadLockCount()).isZero();
  }

  @Test
  void getQueueLength_waiters_countsAClientOnceForReadersAndOnceForWriters() {
    Actor holder = holderOf(othersWrite);
    List<CompletableFuture<Hold>> reading = new ArrayList<>();
    List<CompletableFuture<Hold>> writing = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      reading.add(read.acquireAsync());
    }
    awaitQueueLength(1);
    for (int i = 0; i < 3; i++) {
      writing.add(write.acquireAsync());
    }
    awaitQueueLength(2);
    CompletableFuture<Hold> third = another().readLock().acquireAsync();
    awaitQueueLength(3);
    stays(SHORT, "three wait", () -> others.getQueueLength() == 3);
    assertThat(pair.inspect().queueLength()).isEqualTo(3);

    // Each unlocks as soon as it has the lock: the server says whose turn it is.
    List<CompletableFuture<?>> turns =
        Stream.of(reading, writing, List.of(third))
            .flatMap(List::stream)
            .<CompletableFuture<?>>map(each -> each.thenAccept(Hold::close))
            .toList();
    holder.does(othersWrite::unlock);

    turns.forEach(Actor::succeeds);
    awaitFreeAndUnwanted();
  }

  @Test
  void inspect_changesNothing() throws Exception {
    Hold reader = read.acquire();
    CompletableFuture<Hold> writing = othersWrite.acquireAsync();
    awaitQueueLength(1);
    for (int i = 0; i < 20; i++) {
      assertThat(others.inspect()).extracting(ReadWriteInspection::queueLength).isEqualTo(1);
      assertThat(pair.getReadLockCount()).isOne();
    }
    assertThat(reader.isValid()).isTrue();
    reader.close();
    Actor.succeeds(writing).close();
  }

  @Test
  void forceUnlock_nobodyHolds_isFalse() {
    assertThat(read.forceUnlock()).isFalse();
    assertThat(write.forceUnlock()).isFalse();
    awaitFreeAndUnwanted();
  }

  @Test
  void forceUnlock_ofTheWriteLock_takesItFromTheWriterAlone() throws Exception {
    Hold reader = othersRead.acquire();
    assertThat(write.forceUnlock()).as("nobody writes").isFalse();
    assertThat(reader.isValid()).isTrue();
    assertThat(others.getReadLockCount()).isOne();
    reader.close();

    Hold writer = othersWrite.acquire();
    writer.onLost(causes::add);
    CompletableFuture<Hold> next = read.acquireAsync();
    awaitQueueLength(1);
    assertThat(read.forceUnlock()).as("nobody reads").isFalse();
    assertThat(writer.isValid()).isTrue();
    assertThat(next).isNotDone();

    assertThat(write.forceUnlock()).isTrue();

    Hold granted = Actor.succeeds(next);
    eventually().isTrue("the writer hears of it", () -> causes.contains(LossCause.FORCED));
    assertThatThrownBy(writer::close).isInstanceOf(LeaseLostException.class);
    assertThat(granted.isValid()).isTrue();
    assertThat(others.getReadLockCount()).isOne();
    granted.close();
  }

  @Test
  void forceUnlock_ofTheWriteLockUnderWhichItsOwnerReads_leavesItReading() {
    Actor owner = holderOf(write);
    owner.does(read::lock);

    assertThat(othersWrite.forceUnlock()).isTrue();

    assertThat(others.isWriteLocked()).isFalse();
    assertThat(others.getReadLockCount()).isOne();
    assertThat(owner.failsIn(write::unlock)).isInstanceOf(LeaseLostException.class);
    owner.does(read::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void forceUnlock_ofTheReadLock_takesItFromAllReaders() throws Exception {
    List<Hold> readers = new ArrayList<>();
    for (var view : List.of(read, read, othersRead, another().readLock())) {
      readers.add(view.acquire());
    }
    Actor thread = holderOf(read);
    readers.forEach(reader -> reader.onLost(causes::add));
    CompletableFuture<Hold> next = write.acquireAsync();
    awaitQueueLength(1);

    assertThat(othersRead.forceUnlock()).isTrue();

    Hold writer = Actor.succeeds(next);
    assertThat(others.getReadLockCount()).isZero();
    eventually().expect("all are told", () -> List.copyOf(causes), all -> all.size() == 4);
    assertThat(causes).containsOnly(LossCause.FORCED);
    for (Hold reader : readers) {
      assertThatThrownBy(reader::close).isInstanceOf(LeaseLostException.class);
    }
    assertThat(thread.failsIn(read::unlock)).isInstanceOf(LeaseLostException.class);
    assertThat(writer.isValid()).isTrue();
    assertThat(othersRead.forceUnlock()).isFalse();
    writer.close();
    awaitFreeAndUnwanted();
  }
}
