package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * The token of a writer is above all before; that of a reader not below the last writer's, and
 * below the next writer's.
 */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class ReadWriteTokenContract extends ReadWriteSuite {

  private static final Duration STRESS = Duration.ofSeconds(2);
  private static final Duration END = Duration.ofMinutes(1);

  private long highest; // of all holds so far
  private long lastWriter;

  private void turn(DistributedLock view, boolean writes) {
    view.lock();
    seen(view.token(), writes);
    view.unlock();
  }

  private void seen(long token, boolean writes) {
    assertThat(token).isPositive();
    if (writes) {
      assertThat(token).as("a writer's, after %s", highest).isGreaterThan(highest);
      lastWriter = token;
    } else {
      assertThat(token).as("a reader's").isGreaterThanOrEqualTo(lastWriter);
    }
    highest = Math.max(highest, token);
  }

  @Test
  void token_turnByTurnOfTwoClients_isInOrder() {
    for (int i = 0; i < 40; i++) {
      turn(i % 3 == 0 ? write : othersWrite, true);
      turn(i % 2 == 0 ? read : othersRead, false);
      turn(i % 2 == 0 ? othersRead : read, false);
      turn(read, false);
      turn(i % 4 == 0 ? othersWrite : write, true);
    }
  }

  @Test
  void token_readUnderAWriteLockThatIsPassedOn_isBelowTheNextWriters() {
    Actor owner = holderOf(write);
    Actor next = actor("next");
    CompletableFuture<?> waiting = next.starts(write::lock);
    next.awaitParked(waiting);

    owner.does(read::lock);
    long reader = owner.says(read::token);
    owner.does(read::unlock);
    owner.does(write::unlock);

    Actor.succeeds(waiting);
    assertThat(next.says(write::token)).as("the writer after the reader").isGreaterThan(reader);
    next.does(write::unlock);
  }

  @Test
  void token_readersTogether_areBetweenTheWriters() throws Exception {
    turn(write, true);
    List<Hold> readers = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      readers.add(read.acquire());
      readers.add(othersRead.acquire());
    }
    readers.forEach(reader -> seen(reader.token(), false));
    CompletableFuture<Hold> writing = write.acquireAsync();
    readers.forEach(Hold::close);
    Hold writer = Actor.succeeds(writing);
    seen(writer.token(), true);
    writer.close();
    turn(read, false);
  }

  @Test
  void token_readersQueuedBehindWriters_areInOrder() {
    List<CompletableFuture<Hold>> queued = new ArrayList<>();
    Hold first = Actor.succeeds(write.acquireAsync());
    seen(first.token(), true);
    List<Boolean> writes = List.of(false, true, false, true, true, false);
    for (boolean each : writes) {
      int before = others.getQueueLength();
      var client = another();
      queued.add((each ? client.writeLock() : client.readLock()).acquireAsync());
      awaitQueueLength(before + 1);
    }
    first.close();
    for (int i = 0; i < queued.size(); i++) {
      Hold hold = Actor.succeeds(queued.get(i));
      seen(hold.token(), writes.get(i));
      hold.close();
    }
  }

  @Test
  void token_reentry_isUnchanged() {
    for (DistributedLock view : List.of(read, write)) {
      view.lock();
      long token = view.token();
      view.lock();
      assertThat(view.token()).isEqualTo(token);
      assertThat(view.currentHold().orElseThrow().token()).isEqualTo(token);
      view.unlock();
      assertThat(view.token()).isEqualTo(token);
      view.unlock();
    }
  }

  @Test
  void token_ofADowngradedReader_isNotBelowItsWriters() {
    for (int i = 0; i < 10; i++) {
      write.lock();
      seen(write.token(), true);
      read.lock();
      seen(read.token(), false);
      long token = read.token();
      write.unlock();
      assertThat(read.token()).isEqualTo(token);
      CompletableFuture<Hold> next = (i % 2 == 0 ? write : othersWrite).acquireAsync();
      read.unlock();
      Hold writer = Actor.succeeds(next);
      seen(writer.token(), true);
      writer.close();
    }
  }

  @Test
  void token_notHeld_throws() {
    write.lock();
    assertThatThrownBy(read::token)
        .isInstanceOf(IllegalMonitorStateException.class)
        .isNotInstanceOf(LeaseLostException.class);
    write.unlock();
    read.lock();
    assertThatThrownBy(write::token).isInstanceOf(IllegalMonitorStateException.class);
    assertThat(actor("bob").failsIn(read::token)).isInstanceOf(IllegalMonitorStateException.class);
    read.unlock();
  }

  @Test
  void token_afterTheServerLostEverything_isInOrder() {
    for (int i = 0; i < 5; i++) {
      turn(write, true);
      fixture().servers().forEach(server -> server.admin().text("FLUSHALL"));
      turn(othersRead, false);
      fixture().servers().forEach(server -> server.admin().text("FLUSHALL"));
      turn(othersWrite, true);
      turn(read, false);
    }
  }

  @Test
  void token_afterForce_isInOrder() throws Exception {
    Hold reader = read.acquire();
    seen(reader.token(), false);
    assertThat(othersRead.forceUnlock()).isTrue();
    Hold writer = othersWrite.acquire();
    seen(writer.token(), true);
    assertThat(write.forceUnlock()).isTrue();
    turn(othersRead, false);
    turn(write, true);
    eventually().isTrue("the losses are known", () -> !reader.isValid() && !writer.isValid());
    assertThatThrownBy(reader::close).isInstanceOf(LeaseLostException.class);
    assertThatThrownBy(writer::close).isInstanceOf(LeaseLostException.class);
  }

  // Protected only by the lock under test.
  private volatile long written;
  private volatile long shown;

  /** Under load, as a resource would see it: a reader never sees the value of a later writer. */
  @Test
  void token_manyReadersAndWriters_isInOrder() throws Exception {
    long end = System.nanoTime() + STRESS.toNanos();
    for (var client : List.of(pair, others, another())) {
      threads().start("writer", () -> writeUntil(end, client.writeLock()));
      var unused = threads().start(3, "reader", () -> readUntil(end, client.readLock()));
    }
    threads().joinAll(END);
    assertThat(written).isPositive();
    assertThat(shown).as("reads").isPositive();
    awaitFreeAndUnwanted();
  }

  private void writeUntil(long end, DistributedLock view) {
    do {
      view.lock();
      try {
        assertThat(view.token()).as("a writer's").isGreaterThan(Math.max(written, shown));
        written = view.token();
      } finally {
        view.unlock();
      }
      LockSupport.parkNanos(200_000);
    } while (System.nanoTime() - end < 0);
  }

  private void readUntil(long end, DistributedLock view) {
    do {
      view.lock();
      try {
        long before = written;
        assertThat(view.token()).as("a reader's").isGreaterThanOrEqualTo(before);
        rememberShown(view.token());
        assertThat(written).as("the same while it reads").isEqualTo(before);
      } finally {
        view.unlock();
      }
      LockSupport.parkNanos(200_000);
    } while (System.nanoTime() - end < 0);
  }

  private synchronized void rememberShown(long token) {
    shown = Math.max(shown, token);
  }
}
