package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Direction;
import io.holdfast.lock.testkit.proxy.Rule;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Requests of readers with an unknown outcome: what all resources promise, and that of an entry.
 */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class ReaderFaultContract extends ReaderFaultSuite implements LostAnswerContract {

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
