package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.DistributedReadWriteLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.testkit.concurrent.Eventually;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Direction;
import io.holdfast.lock.testkit.proxy.Rule;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Lost messages to readers, that they may read or that a writer waits for them, and lost answers: a
 * delay, never a hang, and never an entry that nobody knows of.
 */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class ReaderFaultContract extends ReaderFaultSuite
    implements LostAnswerContract, LostMessageContract {

  /** How long a reader waits for the next one before it leaves. */
  private static final Duration PATIENCE = Duration.ofMillis(20);

  private static final Duration END = Duration.ofMinutes(1);

  private final AtomicBoolean isEnough = new AtomicBoolean();
  private final AtomicInteger turns = new AtomicInteger();
  private final AtomicInteger inside = new AtomicInteger();

  @AfterEach
  void endReading() {
    isEnough.set(true);
  }

  // ---- that they may read

  @Test
  @DisplayName("failure 17: the messages that tell readers of their grants are lost")
  void readers_grantsLost_getInWithTheNextQuestion() {
    Actor writer = holderOf(othersWrite);
    Actor one = actor("one");
    CompletableFuture<?> reading = queue(one, read);
    DistributedLock second = anotherBehindTheProxy().readLock();
    Actor two = actor("two");
    CompletableFuture<?> alsoReading = queue(two, second);
    DistributedLock last = anotherThatAsksOften().writeLock();
    Actor three = actor("three");
    CompletableFuture<?> writing = queue(three, last);
    try (ActiveFault deaf = proxy.dropMessages(Connections.inbox())) {
      writer.does(othersWrite::unlock);
      assertThat(CompletableFuture.allOf(reading, alsoReading)).succeedsWithin(NEXT_QUESTION);
    }
    assertThat(proxy.counters().messagesSwallowed()).as("messages lost").isGreaterThanOrEqualTo(2);
    assertThat(entries()).hasSize(2);
    assertThat(writing).isNotDone();
    one.does(read::unlock);
    two.does(second::unlock);
    assertThat(writing).succeedsWithin(LIMIT);
    three.does(last::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 26: the server closes the connections of all waiters, readers and writers")
  void readersAndWriters_inboxesClosed_allGetInAndNoWriterMeetsAReader() {
    Actor holder = holderOf(othersWrite);
    CompletableFuture<?> one = visit(anotherBehindTheProxy(), false, 1);
    CompletableFuture<?> two = visit(anotherThatAsksOften(), true, 2);
    CompletableFuture<?> three = visit(pair, false, 3);
    CompletableFuture<?> four = visit(anotherThatAsksOften(), true, 4);

    assertThat(server.killClients("pubsub")).isGreaterThanOrEqualTo(4);
    holder.does(othersWrite::unlock);

    assertThat(CompletableFuture.allOf(one, two, three, four)).succeedsWithin(GIVEN_UP);
    awaitFreeAndUnwanted();
  }

  /**
   * Begins to lock one of its views, look around and unlock it; is the n-th in the queue on return.
   */
  private CompletableFuture<?> visit(DistributedReadWriteLock client, boolean toWrite, int n) {
    DistributedLock view = toWrite ? client.writeLock() : client.readLock();
    CompletableFuture<?> visit =
        actor("visitor")
            .starts(
                () -> {
                  view.lock();
                  int others = inside.getAndAdd(toWrite ? 1_000 : 1);
                  stays(PATIENCE, "no writer is with others", () -> inside.get() <= 1_000);
                  assertThat(others).as("who is in").isLessThan(toWrite ? 1 : 1_000);
                  inside.addAndGet(toWrite ? -1_000 : -1);
                  view.unlock();
                });
    awaitQueueLength(n);
    return visit;
  }

  // ---- that a writer waits for them

  /**
   * There is a reader at every instant: each leaves when the next has come, or does not come soon.
   */
  private CompletableFuture<?> readByTurns() {
    Hold first = Actor.succeeds(read.acquireAsync());
    return actor("relay")
        .starts(
            () -> {
              Hold current = first;
              while (!isEnough.get()) {
                CompletableFuture<Hold> next = read.acquireAsync();
                awaitBriefly(next);
                current.close();
                current = next.get(END.toSeconds(), TimeUnit.SECONDS);
                turns.incrementAndGet();
              }
              current.close();
            });
  }

  private static void awaitBriefly(CompletableFuture<Hold> next) throws Exception {
    try {
      next.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      // it will have its turn behind the writer
    }
  }

  private void awaitTurns() {
    int before = turns.get();
    Eventually.eventually().isTrue("readers come and go", () -> turns.get() > before + 20);
  }

  @Test
  @DisplayName("failure 17: the message that a writer waits is lost, and new readers keep coming")
  void writer_wantedLostWhileReadersCome_getsInWithItsNextQuestion() {
    DistributedLock writing = anotherThatAsksOften().writeLock();
    CompletableFuture<?> reading = readByTurns();
    awaitTurns();
    Actor writer = actor("writer");
    CompletableFuture<?> waiting;
    try (ActiveFault deaf = proxy.dropMessages(Connections.inbox())) {
      waiting = queue(writer, writing);
      CompletableFuture<?> begun = waiting;
      stays(Duration.ofMillis(100), "the client has not heard", () -> !begun.isDone());
      awaitTurns();
    }

    assertThat(waiting).succeedsWithin(NEXT_QUESTION); // no renewal is due for seconds
    assertThat(entries()).isEmpty();
    writer.does(writing::unlock);
    awaitTurns();
    isEnough.set(true);
    Actor.ends(reading);
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName(
      "failure 17: the message that a writer waits is lost, and a thread reads again and again")
  void writer_wantedLostWhileOneReadsInALoop_getsInWithItsNextQuestion() {
    DistributedLock writing = anotherThatAsksOften().writeLock();
    CompletableFuture<?> reading =
        actor("loop")
            .starts(
                () -> {
                  while (!isEnough.get()) {
                    read.lock();
                    read.unlock();
                    turns.incrementAndGet();
                  }
                });
    awaitTurns();
    Actor writer = actor("writer");
    CompletableFuture<?> waiting;
    try (ActiveFault deaf = proxy.dropMessages(Connections.inbox())) {
      waiting = writer.starts(writing::lock);
      stays(Duration.ofMillis(100), "the client has not heard", () -> true);
    }

    assertThat(waiting).succeedsWithin(NEXT_QUESTION);
    assertThat(entries()).isEmpty();
    writer.does(writing::unlock);
    awaitTurns();
    isEnough.set(true);
    Actor.ends(reading);
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 17: the message that a writer waits is lost, and the entry is kept idle")
  void writer_wantedLostAndTheEntryIsKeptIdle_getsInAllTheSame() {
    Actor reader = actor("reader");
    Actor writer = actor("writer");
    int kept = 0;
    try (ActiveFault deaf = proxy.dropMessages(Connections.inbox())) {
      for (int i = 0; i < 20 || (kept == 0 && i < 200); i++) {
        kept += reader.says(this::keptAfterALoop);
        assertThat(writer.starts(othersWrite::lock)).succeedsWithin(LIMIT);
        assertThat(entries()).isEmpty();
        writer.does(othersWrite::unlock);
      }
    }
    assertThat(kept).as("entries that were kept for a while").isPositive();
    awaitFreeAndUnwanted();
  }

  private int keptAfterALoop() {
    for (int i = 0; i < 200; i++) {
      read.lock();
      read.unlock();
    }
    return entries().size();
  }

  @Test
  @DisplayName("failure 1: a reader was let in, the answer is lost, and a writer waits for it")
  void lock_answerLost_isAskedAgainUnderItsIdAndIsOneEntry() {
    Rule lost = proxy.when(nextRequest()).dropReply();
    Actor reader = actor("reader");
    CompletableFuture<?> reading = reader.starts(read::lock);
    List<String> given = eventually().expect("it is in", this::entries, ids -> !ids.isEmpty());
    Actor writer = actor("writer");
    CompletableFuture<?> writing = queue(writer, othersWrite); // no thread knows of this entry
    assertThat(reading).isNotDone();

    assertThat(reading).succeedsWithin(GIVEN_UP);

    awaitFired(lost);
    assertThat(entries()).hasSize(1).isEqualTo(given);
    assertThat(reader.says(pair::getReadHoldCount)).isOne();
    assertThat(writing).isNotDone();
    reader.does(read::unlock);
    assertThat(writing).succeedsWithin(LIMIT);
    writer.does(othersWrite::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 3: the connection ends in order before the answer to a reader")
  void acquire_ofALeaseOfItsOwnAndItsAnswerLost_isOneEntryAndEndsAlone() throws Exception {
    Hold shared = read.acquire();
    Rule cut = proxy.when(nextRequest()).cutInsteadOfReply(Cut.FIN);

    Hold own = read.acquire(AcquireOptions.defaults().lease(Lease.fixed(Duration.ofMinutes(1))));

    awaitFired(cut);
    assertThat(entries()).hasSize(2);
    own.close();
    assertThat(entries()).hasSize(1);
    assertThat(shared.isValid()).isTrue();
    shared.close();
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 5: the answer to a reader's unlock() is lost")
  void unlock_answerLost_returnsInTimeAndTheWriterGetsIn() {
    Actor reader = holderOf(read);
    Actor writer = actor("writer");
    CompletableFuture<?> writing = queue(writer, othersWrite);
    stays(SHORT, "its client has heard that somebody waits", () -> !writing.isDone());
    try (ActiveFault silent = proxy.blackhole(Connections.verbs(), Direction.TO_CLIENT)) {
      reader.does(read::unlock); // although its retries are not answered, either
    }
    assertThat(writing).succeedsWithin(LIMIT);
    assertThat(entries()).isEmpty();
    stays(
        A_WHILE,
        "the repeated release leaves the writer alone",
        () -> writer.says(othersWrite::isHeldByCurrentThread) && others.isWriteLocked());
    writer.does(othersWrite::unlock);
  }
}
