package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.ReadWriteClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Waiters are granted in the order of the server, readers next to each other together. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class ReadWriteOrderContract extends ReadWriteSuite {

  private static final Duration WAIT = Duration.ofSeconds(4);

  private final List<String> order = new CopyOnWriteArrayList<>();
  private final List<CompletableFuture<?>> turns = new ArrayList<>();

  /** A waiter of a client of its own that writes down its turn; queued on return. */
  private void queueUp(String turn) {
    var client = another();
    DistributedLock view = turn.startsWith("w") ? client.writeLock() : client.readLock();
    int before = others.getQueueLength();
    turns.add(
        actor(turn)
            .starts(
                () -> {
                  view.lock();
                  order.add(turn);
                  if (turn.startsWith("r")) {
                    awaitCompanions();
                  }
                  view.unlock();
                }));
    awaitQueueLength(before + 1);
  }

  /** A reader stays until its neighbours are there, too; so none gets through alone. */
  private void awaitCompanions() {
    eventually().isTrue("readers come in pairs", () -> readersSoFar() % 2 == 0);
  }

  private long readersSoFar() {
    return order.stream().filter(turn -> turn.startsWith("r")).count();
  }

  @Test
  void waiters_readersAndWritersOfManyClients_areGrantedInRuns() {
    Actor holder = holderOf(write);
    for (String turn : List.of("r1", "r1b", "w2", "r3", "r3b", "w4", "w5", "r6", "r6b")) {
      queueUp(turn);
    }

    holder.does(write::unlock);

    turns.forEach(Actor::ends);
    assertThat(order.stream().map(turn -> turn.substring(0, 2)))
        .containsExactly("r1", "r1", "w2", "r3", "r3", "w4", "w5", "r6", "r6");
    awaitFreeAndUnwanted();
  }

  @Test
  void reader_whileAWriterOfAnotherClientWaits_queuesBehindIt() {
    Actor reader = holderOf(read);
    Actor writer = actor("writer");
    CompletableFuture<?> writing = queue(writer, othersWrite);
    DistributedLock third = another().readLock();
    Actor late = actor("late");
    CompletableFuture<?> reading = queue(late, third);
    assertThat(reading).isNotDone();

    reader.does(read::unlock);

    Actor.ends(writing);
    stays(SHORT, "the reader waits for the writer", () -> !reading.isDone());
    writer.does(othersWrite::unlock);
    Actor.ends(reading);
    late.does(third::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void tryRead_whileAWriterOfAnotherClientWaits_isFalse() throws Exception {
    Actor reader = holderOf(read);
    Actor writer = actor("writer");
    CompletableFuture<?> writing = queue(writer, othersWrite);
    DistributedLock third = another().readLock();

    assertThat(third.tryLock()).isFalse();
    assertThat(third.tryAcquire()).isEmpty();
    assertThat(third.tryLock(20, TimeUnit.MILLISECONDS)).isFalse();
    Actor local = actor("local");
    eventually().isTrue("a slice later its own client refuses too", () -> !triesToRead(local));
    stays(SHORT, "refused", () -> !third.tryLock() && !triesToRead(local));
    assertThat(reader.says(() -> read.tryLock())).as("re-entry").isTrue();
    assertThat(writing).isNotDone();

    reader.does(read::unlock);
    reader.does(read::unlock);
    Actor.ends(writing);
    writer.does(othersWrite::unlock);
    awaitFreeAndUnwanted();
    assertThat(third.tryLock()).isTrue();
    third.unlock();
  }

  private boolean triesToRead(Actor local) {
    boolean isIn = local.says(() -> read.tryLock());
    if (isIn) {
      local.does(read::unlock);
    }
    return isIn;
  }

  @Test
  void readers_behindAWriterThatTimesOut_areGrantedThen() {
    assertLetsReadersIn(
        view -> assertThat(view.tryLock(WAIT.toMillis(), TimeUnit.MILLISECONDS)).isFalse());
  }

  @Test
  void readers_behindAWriterHandleThatTimesOut_areGrantedThen() {
    assertLetsReadersIn(view -> assertThat(view.tryAcquire(WAIT)).isEmpty());
  }

  private interface GivingUp {
    void run(DistributedLock view) throws Exception;
  }

  private void assertLetsReadersIn(GivingUp attempt) {
    Actor reader = holderOf(read);
    CompletableFuture<?> writing = actor("writer").starts(() -> attempt.run(othersWrite));
    awaitQueueLength(1);
    assertReadersComeInWhen(writing, () -> {});
    reader.does(read::unlock);
    awaitFreeAndUnwanted();
  }

  /** Readers of another client, and of the one that reads already. */
  private void assertReadersComeInWhen(CompletableFuture<?> writing, TestThreads.Body leave) {
    DistributedLock third = another().readLock();
    Actor remote = actor("remote");
    CompletableFuture<?> reading = queue(remote, third);
    Actor local = actor("local");
    CompletableFuture<?> localReading = local.starts(read::lock);
    assertThat(reading).isNotDone();
    Actor hand = actor("hand");
    hand.does(leave);

    assertThat(writing)
        .satisfiesAnyOf(
            left -> assertThat(left).succeedsWithin(WAIT.plus(AT_ONCE)),
            left -> assertThat(left).failsWithin(WAIT.plus(AT_ONCE)));
    Actor.ends(reading);
    Actor.ends(localReading);
    remote.does(third::unlock);
    local.does(read::unlock);
  }

  @Test
  void readers_behindAWriterThatIsInterrupted_areGrantedThen() {
    Actor reader = holderOf(read);
    Actor writer = actor("writer");
    CompletableFuture<?> writing = writer.starts(othersWrite::lockInterruptibly);
    awaitQueueLength(1);
    assertReadersComeInWhen(writing, () -> writer.thread().interrupt());
    assertThat(Actor.failure(writing)).isInstanceOf(InterruptedException.class);
    reader.does(read::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void readers_behindAWriterThatIsCancelled_areGrantedThen() {
    Actor reader = holderOf(read);
    CompletableFuture<Hold> writing = othersWrite.acquireAsync();
    awaitQueueLength(1);
    assertReadersComeInWhen(writing, () -> assertThat(writing.cancel(true)).isTrue());
    reader.does(read::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void readers_behindAWriterWhoseClientCloses_areGrantedThen() {
    Actor reader = holderOf(read);
    ReadWriteClient closing = open(ClientSpec.defaults());
    CompletableFuture<Hold> writing = closing.lock(name).writeLock().acquireAsync();
    awaitQueueLength(1);
    assertReadersComeInWhen(writing, closing::close);
    reader.does(read::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  void readers_thatGiveUp_leaveNothingBehind() throws Exception {
    Actor writer = holderOf(othersWrite);
    assertThat(read.tryLock()).isFalse();
    assertThat(read.tryLock(30, TimeUnit.MILLISECONDS)).isFalse();
    assertThat(read.tryAcquire(Duration.ofMillis(30))).isEmpty();
    awaitQueueLength(0);
    Actor interrupted = actor("interrupted");
    CompletableFuture<?> reading = interrupted.starts(read::lockInterruptibly);
    CompletableFuture<Hold> cancelled = read.acquireAsync();
    CompletableFuture<Hold> timed = read.acquireAsync(AcquireOptions.defaults().waitAtMost(WAIT));
    awaitQueueLength(1);
    interrupted.awaitParked(reading);

    interrupted.thread().interrupt();
    assertThat(Actor.failure(reading)).isInstanceOf(InterruptedException.class);
    assertThat(cancelled.cancel(true)).isTrue();
    assertThat(timed).failsWithin(WAIT.plus(AT_ONCE));

    awaitQueueLength(0);
    writer.does(othersWrite::unlock);
    awaitFreeAndUnwanted();
    interrupted.does(write::lock);
    interrupted.does(write::unlock);
  }

  @Test
  void read_interruptedOnEntry_throwsAndHoldsNothing() {
    Actor reader = actor("reader");
    reader.thread().interrupt();
    assertThat(reader.failsIn(read::lockInterruptibly)).isInstanceOf(InterruptedException.class);
    assertThat(reader.says(pair::getReadHoldCount)).isZero();
    reader.thread().interrupt();
    reader.does(read::lock);
    assertThat(reader.says(Thread::interrupted)).as("the flag is kept").isTrue();
    reader.does(read::unlock);
    awaitFreeAndUnwanted();
  }
}
