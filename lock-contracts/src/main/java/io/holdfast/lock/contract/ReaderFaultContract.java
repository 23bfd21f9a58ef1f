package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Direction;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.proxy.Side;
import io.holdfast.lock.testkit.proxy.When;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Requests of readers with an unknown outcome: the server may have executed them, or may yet do so.
 */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class ReaderFaultContract extends ReaderFaultSuite {

  // ---- questions

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
  @DisplayName("failure 1: a reader was let in, the answer is lost, and its time is over")
  void tryLock_answerLostAndTimeOver_leavesNoEntry() {
    Rule lost = proxy.when(nextRequest()).dropReply();

    assertThatThrownBy(() -> read.tryLock(100, TimeUnit.MILLISECONDS))
        .isInstanceOf(LockServerException.class);

    awaitFired(lost);
    awaitFreeAndUnwanted(); // long before the lease ends
    stays(A_WHILE, "no entry comes back", () -> entries().isEmpty());
    assertThat(othersWrite.tryLock()).isTrue();
    othersWrite.unlock();
  }

  @Test
  @DisplayName(
      "failure 2: a reader's request arrives when it was withdrawn over another connection")
  void tryLock_arrivesAfterItsWithdrawal_leavesNoEntry() throws Exception {
    Rule late = proxy.when(nextRequest()).holdCommand();
    Actor reader = actor("reader");
    CompletableFuture<?> trying = reader.begins(() -> read.tryLock());
    late.awaitFired(AT_ONCE);
    long asked = scriptCalls();
    proxy.cut(Connections.verbs(), Cut.RST, Side.CLIENT); // the server still sees it as open
    assertThat(Actor.failure(trying)).isInstanceOf(LockServerException.class);
    within(GIVEN_UP).isTrue("withdrawn over a new connection", () -> scriptCalls() > asked);
    long withdrawn = scriptCalls();

    late.release();

    eventually().isTrue("the late one is executed", () -> scriptCalls() > withdrawn);
    stays(A_WHILE, "nobody reads", () -> entries().isEmpty());
    assertThat(othersWrite.tryLock()).isTrue();
    othersWrite.unlock();
  }

  @Test
  @DisplayName("failure 52: a waiting reader leaves, and the answer to its leaving is lost")
  void lockInterruptibly_interruptedAndItsLeavingUnanswered_leavesNoTicket() {
    Actor writer = holderOf(othersWrite);
    Actor leaver = actor("leaver");
    CompletableFuture<?> leaving = leaver.starts(read::lockInterruptibly);
    awaitQueueLength(1);
    stays(Duration.ofMillis(50), "nothing under way", () -> !leaving.isDone());
    Rule cut = proxy.when(nextRequest()).cutInsteadOfReply(Cut.FIN);

    leaver.thread().interrupt();

    assertThat(Actor.failure(leaving)).isInstanceOf(InterruptedException.class);
    awaitFired(cut);
    awaitQueueLength(0);
    stays(A_WHILE, "it stays away", () -> others.getQueueLength() == 0);
    writer.does(othersWrite::unlock);
    stays(SHORT, "it is not let in", () -> entries().isEmpty());
  }

  // ---- releases

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

  @Test
  @DisplayName("failure 5: a reader's release is lost on the way")
  void unlock_requestLost_isRepeatedUntilTheEntryIsGone() {
    releases(next -> next.cutBefore(Cut.FIN));
  }

  @Test
  @DisplayName("failure 5: the connection ends in order before the answer to a reader's unlock()")
  void unlock_connectionEndsBeforeTheAnswer_isNoLoss() {
    releases(next -> next.cutInsteadOfReply(Cut.FIN));
  }

  private void releases(Function<When, Rule> fault) {
    Actor reader = holderOf(read);
    Actor writer = actor("writer");
    CompletableFuture<?> writing = queue(writer, othersWrite);
    Rule cut = fault.apply(proxy.when(nextRequest()));

    reader.does(read::unlock); // throws if it takes the answer to the retry for a loss

    // It may not have heard yet that a writer waits, and keep its entry for two slices.
    awaitFired(cut);
    assertThat(writing).succeedsWithin(LIMIT);
    writer.does(othersWrite::unlock);
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 5: a reader's release arrives when its client reads again")
  void unlock_arrivesAfterItsRepeat_leavesTheNextReaderAlone() throws Exception {
    Actor reader = holderOf(read);
    Rule late = proxy.when(nextRequest()).holdCommand();
    CompletableFuture<?> leaving = reader.starts(read::unlock);
    late.awaitFired(AT_ONCE);
    proxy.cut(Connections.verbs(), Cut.RST, Side.CLIENT); // the server still sees it as open
    assertThat(leaving).succeedsWithin(LIMIT);
    within(GIVEN_UP).isTrue("released over a new connection", () -> entries().isEmpty());
    reader.does(read::lock);
    List<String> next = entries();
    long before = scriptCalls();

    late.release();

    eventually().isTrue("the late one is executed", () -> scriptCalls() > before);
    stays(A_WHILE, "it reads", () -> entries().equals(next) && !othersWrite.tryLock());
    reader.does(read::unlock);
    awaitFreeAndUnwanted();
  }
}
