package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockInspection.Holder;
import io.holdfast.lock.ReadWriteInspection;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.workload.HoldingOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A process that reads is killed or frozen: its holds, and nothing else, are free when its lease
 * ends, no sooner and no later.
 */
public abstract class ReaderCrashContract extends ReadWriteSuite implements HasWorkload {

  private static final Duration LEASE = Duration.ofSeconds(4);
  private static final Duration START = Duration.ofMinutes(1);

  /** Asks again after 100 s, and when a lease ends that an answer named. */
  private static final ClientSpec.Pace SELDOM =
      new ClientSpec.Pace(Duration.ofMinutes(5), Duration.ofSeconds(3), Duration.ofMinutes(5));

  /** The tolerance between a look at the server and the clock. */
  private static final Duration TOLERANCE = Duration.ofMillis(100);

  private JvmProcess process;

  @Override
  ClientSpec spec() {
    return super.spec().pace(SELDOM);
  }

  @Override
  ClientSpec othersSpec() {
    return super.othersSpec().pace(SELDOM);
  }

  @BeforeEach
  void startProcess(TestServer server) throws InterruptedException {
    HoldingOptions options =
        new HoldingOptions(workload().getName(), List.of(server.clientUri()), name, 1, LEASE);
    process = started(options.command());
    process.awaitLine(Pattern.compile("^ready"), START);
  }

  @AfterEach
  void endProcess() {
    process.close();
  }

  /** The process holds the lock. */
  private void tell(String verb) throws InterruptedException {
    process.send(verb);
    process.awaitLine(Pattern.compile("^held 0 \\d+"), START);
  }

  /** How long the server will keep the holds of the process, read after its end. */
  private Duration left() {
    ReadWriteInspection state = others.inspect();
    return Stream.concat(state.writer().stream(), state.readers().stream())
        .filter(holder -> holder.clientLabel().contains("holding-"))
        .map(Holder::remaining)
        .findFirst()
        .orElseThrow(() -> new AssertionError("the process holds nothing: " + state));
  }

  private static Duration since(long startNanos) {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }

  private void assertComesWhenTheLeaseIsOver(
      String what, Duration left, long start, CompletableFuture<Hold> waiting) throws Exception {
    Hold hold = waiting.get(START.toSeconds(), TimeUnit.SECONDS);
    Duration waited = since(start);
    System.out.printf(
        "%s of %s: the lease had %s ms left, waited %s ms%n",
        what, workload().getSimpleName(), left.toMillis(), waited.toMillis());
    assertThat(waited).as(what).isGreaterThanOrEqualTo(left.minus(TOLERANCE)).isLessThan(LIMIT);
    hold.close();
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 56: one of many readers is killed")
  void reader_killed_freesOnlyItsEntryWhenItsLeaseEnds() throws Exception {
    Hold mine = read.acquire();
    Hold theirs = othersRead.acquire();
    tell("read");
    assertThat(others.getReadLockCount()).isEqualTo(3);

    process.kill();
    long start = System.nanoTime();
    Duration left = left();
    within(LIMIT).isTrue("its entry is gone", () -> others.getReadLockCount() == 2);
    assertThat(since(start)).isGreaterThanOrEqualTo(left.minus(TOLERANCE));

    stays(LEASE, "the others read", () -> mine.isValid() && theirs.isValid());
    assertThat(others.getReadLockCount()).isEqualTo(2);
    assertThat(write.tryLock()).isFalse();
    mine.close();
    theirs.close();
    awaitFreeAndUnwanted();
  }

  @Test
  @DisplayName("failure 66: a reader is killed while a writer waits for it")
  void reader_killedWhileAWriterWaits_costsItsLeaseAndNotMore() throws Exception {
    tell("read");
    CompletableFuture<Hold> writing = write.acquireAsync();
    awaitQueueLength(1);
    process.kill();
    long start = System.nanoTime();
    assertComesWhenTheLeaseIsOver("killed reader", left(), start, writing);
  }

  @Test
  void reader_killedAmongOthersWhileAWriterWaits_isNotTheLastThatIsWaitedFor() throws Exception {
    Hold mine = read.acquire();
    tell("read");
    CompletableFuture<Hold> writing = othersWrite.acquireAsync();
    awaitQueueLength(1);
    process.kill();
    within(LIMIT).isTrue("its entry is gone", () -> others.getReadLockCount() == 1);
    stays(SHORT, "the writer waits for the other reader", () -> !writing.isDone());
    assertThat(mine.isValid()).isTrue();
    long start = System.nanoTime();
    mine.close();
    assertComesWhenTheLeaseIsOver("reader that lives", Duration.ZERO, start, writing);
  }

  @Test
  void reader_frozenWhileAWriterWaits_costsItsLeaseAndIsToldOfTheLoss() throws Exception {
    tell("read");
    CompletableFuture<Hold> writing = write.acquireAsync();
    awaitQueueLength(1);
    process.freeze();
    long start = System.nanoTime();
    assertComesWhenTheLeaseIsOver("frozen reader", left(), start, writing);
    process.thaw();
    process.awaitLine(Pattern.compile("^lost 0 \\w+"), START);
  }

  @Test
  void reader_thatNeverReleases_isRenewedWhileItLivesAndOverWhenItIsKilled() throws Exception {
    tell("read");
    CompletableFuture<Hold> writing = write.acquireAsync();
    awaitQueueLength(1);
    stays(LEASE.multipliedBy(2), "it reads", () -> !writing.isDone());
    assertThat(others.getReadLockCount()).isOne();
    process.kill();
    long start = System.nanoTime();
    assertComesWhenTheLeaseIsOver("killed after long", left(), start, writing);
  }

  @Test
  void writer_killedWhileReadersWait_costsItsLeaseAndNotMore() throws Exception {
    tell("write");
    CompletableFuture<Hold> reading = read.acquireAsync();
    CompletableFuture<Hold> otherReading = othersRead.acquireAsync();
    awaitQueueLength(2);
    process.kill();
    long start = System.nanoTime();
    Duration left = left();
    Actor.succeeds(otherReading).close();
    assertComesWhenTheLeaseIsOver("killed writer", left, start, reading);
  }

  @Test
  @DisplayName("failure 51: a writer is killed that waits before readers")
  void writer_killedInTheQueue_doesNotKeepReadersOut() throws Exception {
    Hold mine = read.acquire();
    process.send("write");
    awaitQueueLength(1);
    ClientSpec usual = ClientSpec.defaults().label("asks").pace(ClientSpec.Pace.USUAL);
    CompletableFuture<Hold> reading = open(usual).lock(name).readLock().acquireAsync();
    awaitQueueLength(2);
    process.kill();

    Hold theirs = reading.get(START.toSeconds(), TimeUnit.SECONDS);
    assertThat(theirs.isValid()).isTrue();
    assertThat(mine.isValid()).isTrue();
    theirs.close();
    mine.close();
    within(START).isTrue("nobody waits", () -> others.getQueueLength() == 0);
  }
}
