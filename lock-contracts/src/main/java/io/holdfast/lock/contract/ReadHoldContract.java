package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Handles and futures of the read lock. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class ReadHoldContract extends ReadWriteSuite {

  private static final Duration WAIT = Duration.ofMillis(150);

  @Test
  void acquire_free_isValidUntilClosedByAnyThread() throws Exception {
    Hold hold = read.acquire();
    assertThat(hold.lockName()).isEqualTo(name);
    assertThat(hold.isValid()).isTrue();
    assertThat(hold.token()).isPositive();
    assertThat(hold.remaining()).isPositive();
    assertThat(pair.getReadHoldCount()).as("a handle is not the thread's").isZero();
    assertThat(read.currentHold()).isEmpty();
    assertThat(othersWrite.tryLock()).isFalse();

    actor("bob").does(hold::close);

    assertThat(hold.isValid()).isFalse();
    assertThatCode(hold::close).doesNotThrowAnyException();
    assertThat(othersWrite.tryLock()).isTrue();
    othersWrite.unlock();
  }

  @Test
  void acquire_moreThanOnce_areHandlesOfTheirOwn() throws Exception {
    Hold one = read.acquire();
    Hold two = read.tryAcquire().orElseThrow();
    Hold three = read.tryAcquire(WAIT).orElseThrow();
    one.close();
    one.close();
    assertThat(two.isValid()).isTrue();
    assertThat(three.isValid()).isTrue();
    assertThat(othersWrite.tryLock()).isFalse();
    two.close();
    assertThat(othersWrite.tryLock()).isFalse();
    three.close();
    assertThat(othersWrite.tryLock()).isTrue();
    othersWrite.unlock();
  }

  /** A caller that would wait a little. */
  private boolean isRefused() throws InterruptedException {
    Optional<Hold> reader = read.tryAcquire(WAIT);
    reader.ifPresent(Hold::close);
    return reader.isEmpty();
  }

  /** As documented: it waits for its own caller, through the writer. */
  @Test
  void acquire_underOnesOwnReadHandleWhileAWriterWaits_waitsForThat() throws Exception {
    Hold first = read.acquire();
    CompletableFuture<Hold> writing = othersWrite.acquireAsync();
    awaitQueueLength(1);
    eventually().isTrue("it is known", this::isRefused);
    CompletableFuture<Hold> second = read.acquireAsync();
    awaitQueueLength(2);
    stays(A_WHILE, "both wait", () -> !second.isDone() && !writing.isDone());
    first.close();
    Actor.succeeds(writing).close();
    Actor.succeeds(second).close();
  }

  @Test
  void currentHold_ofAThread_isShownAndNotToBeClosed() {
    read.lock();
    Hold hold = read.currentHold().orElseThrow();
    assertThat(hold.isValid()).isTrue();
    assertThat(hold.token()).isEqualTo(read.token());
    assertThat(write.currentHold()).isEmpty();
    assertThatThrownBy(hold::close).isInstanceOf(IllegalMonitorStateException.class);
    assertThat(hold.isValid()).isTrue();
    read.unlock();
    assertThat(hold.isValid()).isFalse();
  }

  @Test
  void acquire_whileAnotherWrites_timesOutOrWaits() throws Exception {
    Actor writer = holderOf(othersWrite);
    assertThat(read.tryAcquire()).isEmpty();
    assertThat(read.tryAcquire(WAIT)).isEmpty();
    assertThatThrownBy(() -> read.acquire(AcquireOptions.defaults().waitAtMost(WAIT)))
        .isInstanceOf(LockTimeoutException.class)
        .hasMessageContaining(name);
    CompletableFuture<Hold> reading = read.acquireAsync();
    awaitQueueLength(1);
    assertThat(reading).isNotDone();

    writer.does(othersWrite::unlock);

    Actor.succeeds(reading).close();
    awaitFreeAndUnwanted();
  }

  @Test
  void acquireAsync_manyOfOneClientBehindAWriter_areThereTogether() {
    Actor writer = holderOf(othersWrite);
    List<CompletableFuture<Hold>> all = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      all.add(read.acquireAsync());
    }
    awaitQueueLength(1);
    writer.does(othersWrite::unlock);
    List<Hold> holds = all.stream().map(Actor::succeeds).toList();
    assertThat(holds).allMatch(Hold::isValid);
    assertThat(others.getReadLockCount()).isOne();
    holds.forEach(Hold::close);
    awaitFreeAndUnwanted();
  }

  @Test
  void acquireAsync_cancelledOrTimedOut_leavesNothing() {
    Actor writer = holderOf(othersWrite);
    CompletableFuture<Hold> cancelled = read.acquireAsync();
    CompletableFuture<Hold> late = read.acquireAsync().orTimeout(100, TimeUnit.MILLISECONDS);
    CompletableFuture<Hold> stays = read.acquireAsync();
    awaitQueueLength(1);
    assertThat(cancelled.cancel(true)).isTrue();
    assertThat(late).failsWithin(AT_ONCE);
    assertThat(stays).isNotDone();
    assertThat(stays.cancel(true)).isTrue();
    awaitQueueLength(0);
    writer.does(othersWrite::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void acquireAsync_cancelledAsTheReadLockArrives_keepsNothing() {
    for (int round = 0; round < 50; round++) {
      Hold writer = Actor.succeeds(othersWrite.acquireAsync());
      CompletableFuture<Hold> reading = read.acquireAsync();
      awaitQueueLength(1);
      CompletableFuture<Void> releasing = writer.releaseAsync();
      if (!reading.cancel(true)) {
        Actor.succeeds(reading).close();
      }
      assertThat(releasing).succeedsWithin(LIMIT);
      awaitFreeAndUnwanted();
    }
  }

  @Test
  void withLockAsync_ofTwoReaders_runAtTheSameTimeAndRelease() {
    CountDownLatch both = new CountDownLatch(2);
    List<CompletableFuture<Boolean>> works = new ArrayList<>();
    for (var view : List.of(read, othersRead)) {
      works.add(
          view.withLockAsync(
              hold -> {
                both.countDown();
                return CompletableFuture.supplyAsync(() -> awaited(both) && hold.isValid());
              }));
    }
    works.forEach(work -> assertThat(Actor.succeeds(work)).isTrue());
    awaitFreeAndUnwanted();
  }

  private static boolean awaited(CountDownLatch latch) {
    try {
      return latch.await(AT_ONCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      return false;
    }
  }

  @Test
  void withLockAsync_lostWhileWorkSucceeds_fails() {
    CompletableFuture<String> working = new CompletableFuture<>();
    CompletableFuture<Hold> begun = new CompletableFuture<>();
    CompletableFuture<String> result =
        read.withLockAsync(
            hold -> {
              begun.complete(hold);
              return working;
            });
    Hold hold = Actor.succeeds(begun);
    assertThat(othersRead.forceUnlock()).isTrue();
    eventually().isTrue("the loss is known", () -> !hold.isValid());
    working.complete("done");
    assertThat(Actor.failure(result)).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void releaseAsync_ofTheLastReader_completesWhenTheServerHasIt() throws Exception {
    Hold one = read.acquire();
    Hold two = read.acquire();
    assertThat(one.releaseAsync()).succeedsWithin(LIMIT);
    assertThat(others.getReadLockCount()).isOne();
    assertThat(two.releaseAsync()).succeedsWithin(LIMIT);
    assertThat(others.getReadLockCount()).isZero();
  }

  @Test
  void write_underOnesOwnReadHandle_waitsUntilThatIsClosed() throws Exception {
    Hold hold = read.acquire();
    assertThat(write.tryLock()).isFalse();
    assertThat(write.tryLock(WAIT.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
    CompletableFuture<Hold> writing = write.acquireAsync();
    awaitQueueLength(1);
    stays(SHORT, "it waits", () -> !writing.isDone());
    hold.close();
    Actor.succeeds(writing).close();
    write.lock();
    write.unlock();
  }

  @Test
  void read_handleUnderOnesOwnWriteLock_isNotGiven() throws Exception {
    write.lock();
    assertThat(read.tryAcquire()).isEmpty();
    assertThat(read.tryAcquire(WAIT)).isEmpty();
    CompletableFuture<Hold> reading = read.acquireAsync();
    stays(SHORT, "it waits", () -> !reading.isDone());
    write.unlock();
    Actor.succeeds(reading).close();
  }

  @Test
  void read_ofAThreadUnderItsOwnWriteHandle_isNotGiven() throws Exception {
    Hold hold = write.acquire();
    assertThat(read.tryLock()).isFalse();
    assertThat(read.tryLock(WAIT.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
    hold.close();
    assertThat(read.tryLock()).isTrue();
    read.unlock();
  }
}
