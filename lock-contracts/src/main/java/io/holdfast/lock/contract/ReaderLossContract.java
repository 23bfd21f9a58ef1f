package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.ReadWriteClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Leases of readers: fixed ones end alone, renewed ones last, and every reader hears of a loss. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class ReaderLossContract extends ReadWriteSuite {

  private final List<LossCause> causes = new CopyOnWriteArrayList<>();

  @Override
  ClientSpec spec() {
    return ClientSpec.defaults().label("first").lease(SHORT_LEASE);
  }

  private static AcquireOptions fixed(Duration lease) {
    return AcquireOptions.defaults().lease(Lease.fixed(lease));
  }

  private void awaitCauses(int count) {
    eventually().expect(count + " are told", () -> List.copyOf(causes), all -> all.size() == count);
  }

  /** The server has lost the entries of the readers. */
  private void deleteEntries() {
    fixture()
        .servers()
        .forEach(server -> server.admin().number("DEL", fixture().keys(name).readers()));
  }

  @Test
  void fixedLease_ofOneOfManyReaders_expiresAlone() throws Exception {
    Hold renewed = read.acquire();
    Hold brief = read.acquire(fixed(SHORT_LEASE));
    Hold theirs = othersRead.acquire();
    List.of(renewed, brief, theirs).forEach(hold -> hold.onLost(causes::add));

    awaitCauses(1);
    assertThat(causes).containsExactly(LossCause.EXPIRED);
    assertThat(brief.isValid()).isFalse();
    eventually().isTrue("its entry is gone", () -> others.getReadLockCount() == 2);
    stays(
        BEYOND_SHORT_LEASE,
        "the others read",
        () -> renewed.isValid() && theirs.isValid() && others.getReadLockCount() == 2);
    assertThat(causes).hasSize(1);
    assertThatThrownBy(brief::close).isInstanceOf(LeaseLostException.class);
    renewed.close();
    theirs.close();
    awaitFreeAndUnwanted();
  }

  @Test
  void fixedLease_ofAThread_endsAndItIsToldOnce() {
    Actor reader = actor("reader");
    reader.does(() -> read.lock(SHORT_LEASE));
    Actor steady = holderOf(othersRead);
    eventually().isTrue("over", () -> others.getReadLockCount() == 1);

    assertThat(reader.failsIn(read::unlock)).isInstanceOf(LeaseLostException.class);
    assertThat(reader.failsIn(read::unlock))
        .isInstanceOf(IllegalMonitorStateException.class)
        .isNotInstanceOf(LeaseLostException.class);
    assertThat(reader.says(() -> read.tryLock())).isTrue();
    reader.does(read::unlock);
    steady.does(othersRead::unlock);
  }

  @Test
  void fixedLease_thatAWriterWaitsFor_letsItInWhenItIsOver() throws Exception {
    // Asks again after 100 s, and when the lease ends.
    ClientSpec.Pace seldom =
        new ClientSpec.Pace(Duration.ofMinutes(5), Duration.ofSeconds(3), Duration.ofMinutes(5));
    DistributedLock patient = open(ClientSpec.defaults().pace(seldom)).lock(name).writeLock();
    Duration lease = SHORT_LEASE;
    long start = System.nanoTime();
    Hold reader = read.acquire(fixed(lease));
    Hold writer = Actor.succeeds(patient.acquireAsync());
    Duration waited = Duration.ofNanos(System.nanoTime() - start);
    assertThat(waited).isBetween(lease.minusMillis(100), LIMIT);
    writer.close();
    assertThatThrownBy(reader::close).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void renewedLease_ofAReader_lastsAndKeepsWritersOut() throws Exception {
    Hold reader = read.acquire();
    CompletableFuture<Hold> writing = othersWrite.acquireAsync();
    awaitQueueLength(1);
    stays(
        BEYOND_SHORT_LEASE.plus(SHORT_LEASE),
        "it reads",
        () -> reader.isValid() && !writing.isDone());
    reader.close();
    Actor.succeeds(writing).close();
  }

  @Test
  void extend_ofAFixedLease_makesItLast() throws Exception {
    Hold reader = read.acquire(fixed(SHORT_LEASE));
    reader.extend(SHORT_LEASE.multipliedBy(4));
    stays(
        BEYOND_SHORT_LEASE,
        "it reads",
        () -> reader.isValid() && others.getReadLockCount() == 1 && !othersWrite.tryLock());
    reader.close();
    awaitFreeAndUnwanted();
  }

  @Test
  void extend_byLessThanBefore_doesNotShortenTheEntry() throws Exception {
    Hold reader = read.acquire();
    reader.extend(Duration.ofMinutes(30));
    reader.extend(SHORT_LEASE);

    assertThat(others.inspect().readers().get(0).remaining()).isGreaterThan(Duration.ofMinutes(20));
    assertThat(reader.remaining()).isGreaterThan(Duration.ofMinutes(20));
    reader.close();
    awaitFreeAndUnwanted();
  }

  @Test
  void listener_ofSeveralReadersUnderOneEntry_hearsOfEach() throws Exception {
    Listening listening = new Listening();
    DistributedLock view =
        open(ClientSpec.defaults().lease(SHORT_LEASE).listener(listening)).lock(name).readLock();
    Hold one = view.acquire();
    Hold two = view.acquire();
    assertThat(others.getReadLockCount()).isOne();
    eventually().isTrue("each is renewed", () -> listening.count("renewed") >= 2);
    one.close();
    Hold three = view.acquire();
    deleteEntries();
    eventually().isTrue("each is lost", () -> listening.count("lost GONE") == 2);

    assertThat(listening.count("acquired")).isEqualTo(3);
    eventually().isTrue("one was released", () -> listening.count("released") == 1);
    assertThat(List.of(two, three)).noneMatch(Hold::isValid);
  }

  @Test
  void interruptOnLoss_ofAReader_interruptsTheThreadThatAcquired() {
    Actor reader = actor("reader");
    reader.does(() -> read.acquire(AcquireOptions.defaults().interruptOnLoss()));
    Actor another = holderOf(read);
    deleteEntries();
    eventually().isTrue("interrupted", () -> isInterrupted(reader));
    assertThat(isInterrupted(another)).isFalse();
  }

  private static boolean isInterrupted(Actor actor) {
    return actor.says(() -> Thread.currentThread().isInterrupted());
  }

  @Test
  void cappedLease_ofAReader_endsAtItsCap() throws Exception {
    Hold capped =
        read.acquire(AcquireOptions.defaults().lease(Lease.renewed().atMost(BEYOND_SHORT_LEASE)));
    Hold steady = read.acquire();
    capped.onLost(causes::add);
    awaitCauses(1);
    assertThat(causes).containsExactly(LossCause.EXPIRED);
    assertThat(steady.isValid()).isTrue();
    eventually().isTrue("its entry is gone", () -> others.getReadLockCount() == 1);
    steady.close();
    awaitFreeAndUnwanted();
  }

  @Test
  void entry_gone_isToldToEachOfItsReaders() throws Exception {
    List<Hold> holds = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      holds.add(read.acquire());
    }
    Actor thread = holderOf(read);
    holds.add(thread.says(() -> read.currentHold().orElseThrow()));
    holds.forEach(hold -> hold.onLost(causes::add));

    deleteEntries();

    awaitCauses(6);
    assertThat(causes).containsOnly(LossCause.GONE);
    assertThat(holds).noneMatch(Hold::isValid);
    assertThat(thread.failsIn(read::unlock)).isInstanceOf(LeaseLostException.class);
    for (Hold hold : holds.subList(0, 5)) {
      assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);
    }
    assertThat(thread.says(() -> read.tryLock())).as("a new entry").isTrue();
    assertThat(others.getReadLockCount()).isOne();
    thread.does(read::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void ownerThread_endsWithoutUnlocking_losesItsReadAndOthersOfItsClientKeepTheirs() {
    Actor careless = holderOf(read);
    Actor careful = holderOf(read);
    careless.says(() -> read.currentHold().orElseThrow()).onLost(causes::add);
    careless.dismiss();

    awaitCauses(1);
    assertThat(causes).containsExactly(LossCause.OWNER_DIED);
    assertThat(careful.says(() -> read.currentHold().orElseThrow().isValid())).isTrue();
    assertThat(others.getReadLockCount()).isOne();
    careful.does(read::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void ownerThread_endsWithoutUnlocking_isNotWaitedForByAWriter() {
    holderOf(read).dismiss();
    Actor writer = holderOf(othersWrite);
    writer.does(othersWrite::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void close_ofAClientThatReads_endsItsReadsAndItsWaits() throws Exception {
    ReadWriteClient closing = open(ClientSpec.defaults());
    DistributedLock view = closing.lock(name).readLock();
    Hold hold = view.acquire();
    Actor thread = holderOf(view);
    hold.onLost(causes::add);
    Hold mine = read.acquire();
    CompletableFuture<Hold> writing = closing.lock(name).writeLock().acquireAsync();
    awaitQueueLength(1);
    CompletableFuture<Hold> next = othersWrite.acquireAsync();
    awaitQueueLength(2);

    closing.close();

    awaitCauses(1);
    assertThat(causes).containsExactly(LossCause.CLIENT_CLOSED);
    assertThat(Actor.failure(writing)).isInstanceOf(ClientClosedException.class);
    assertThat(thread.failsIn(view::unlock)).isInstanceOf(LeaseLostException.class);
    assertThat(thread.failsIn(view::lock)).isInstanceOf(ClientClosedException.class);
    eventually().isTrue("one entry less", () -> others.getReadLockCount() == 1);
    assertThat(mine.isValid()).isTrue();
    assertThat(next).isNotDone();
    mine.close();
    Actor.succeeds(next).close();
    awaitFreeAndUnwanted();
  }

  @Test
  void close_ofAClientWhoseReadersWait_failsThem() {
    Actor writer = holderOf(othersWrite);
    ReadWriteClient closing = open(ClientSpec.defaults());
    CompletableFuture<Hold> handle = closing.lock(name).readLock().acquireAsync();
    Actor thread = actor("thread");
    CompletableFuture<?> reading = thread.starts(closing.lock(name).readLock()::lock);
    awaitQueueLength(1);
    thread.awaitParked(reading);

    closing.close();

    assertThat(Actor.failure(handle)).isInstanceOf(ClientClosedException.class);
    assertThat(Actor.failure(reading)).isInstanceOf(ClientClosedException.class);
    awaitQueueLength(0);
    writer.does(othersWrite::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void extend_ofASharedEntry_makesItLastForAllAndLetsNobodyNewIn() throws Exception {
    // Its lease is 10 min: no renewal sends anything meanwhile.
    DistributedLock view = open(ClientSpec.defaults()).lock(name).readLock();
    Hold one = view.acquire();
    long before = scriptCalls();
    Hold two = view.acquire();
    assertThat(scriptCalls()).as("it comes in without a word").isEqualTo(before);

    one.extend(Duration.ofMinutes(30));

    assertThat(two.remaining()).isGreaterThan(Duration.ofMinutes(20));
    assertThat(others.getReadLockCount()).isOne();
    long afterwards = scriptCalls();
    CompletableFuture<Hold> next = view.acquireAsync();
    eventually().isTrue("somebody new has to ask", () -> scriptCalls() > afterwards);
    if (!next.cancel(true)) {
      Actor.succeeds(next).close();
    }
    one.close();
    two.close();
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName(
      "failure 136: a caller asks whether a lost read lock is held, before its owner unlocks")
  void unlock_afterALossThatWasShown_isToldOnce() {
    Actor reader = holderOf(read);
    Hold hold = reader.says(read::currentHold).orElseThrow();
    assertThat(othersRead.forceUnlock()).isTrue();
    eventually().isTrue("the loss is known", () -> !hold.isValid());

    assertThat(reader.says(read::isHeldByCurrentThread)).isFalse();

    assertThat(reader.failsIn(read::unlock)).isInstanceOf(LeaseLostException.class);
    assertThat(reader.failsIn(read::unlock))
        .isInstanceOf(IllegalMonitorStateException.class)
        .isNotInstanceOf(LeaseLostException.class);
  }
}
