package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockTimeoutException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.MultiHold;
import io.holdfast.lock.MultiLock;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.TestServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Locks of several names, all or none. */
@ExtendWith(RedisServerExtension.class)
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
class MultiLockIT {

  private static final Duration SOON = Duration.ofMinutes(1);
  private static final List<String> NAMES = List.of("multi-c", "multi-a", "multi-b", "multi-a");
  private static final AcquireOptions BRIEFLY =
      AcquireOptions.defaults().waitAtMost(Duration.ofMillis(10));

  private HoldfastClient client;
  private HoldfastClient others;
  private MultiLock all;

  @BeforeEach
  void open(TestServer server) {
    client = HoldfastClient.connect(server.uri());
    others = HoldfastClient.connect(server.uri());
    all = client.all(NAMES);
  }

  @AfterEach
  void close() {
    client.close();
    others.close();
  }

  private DistributedLock theirs(String letter) {
    return others.lock("multi-" + letter);
  }

  private List<String> locked() {
    return Stream.of("a", "b", "c").filter(letter -> theirs(letter).isLocked()).toList();
  }

  @Test
  void names_anyOrderWithDoubles_areSortedAndOnce() {
    assertThat(all.names()).containsExactly("multi-a", "multi-b", "multi-c");
    assertThat(all).hasToString("MultiLock[multi-a, multi-b, multi-c]");
    assertThatThrownBy(all::newCondition).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void all_namesThatAreNone_areRefusedWithTheValue() {
    assertThatThrownBy(() -> client.all(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("names []: must be at least one");
    assertThatThrownBy(() -> client.all(Arrays.asList("a", null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("names [a, null]: none may be null");
    String tooLong = "x".repeat(1025);
    assertThatThrownBy(() -> client.all(List.of("a", tooLong)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1025");
  }

  // ---- the thread's view

  @Test
  void lock_allFree_areHeldUntilUnlock() {
    all.lock();
    assertThat(locked()).containsExactly("a", "b", "c");
    assertThat(all.isHeldByCurrentThread()).isTrue();
    assertThat(all.tryLock()).as("again").isTrue();
    assertThat(client.lock("multi-b").getHoldCount()).isEqualTo(2);
    all.unlock();
    assertThat(locked()).containsExactly("a", "b", "c");
    all.unlock();
    assertThat(locked()).isEmpty();
    assertThat(all.isHeldByCurrentThread()).isFalse();
    assertThatThrownBy(all::unlock).isInstanceOf(IllegalMonitorStateException.class);
  }

  @Test
  void tryLock_oneIsHeldByAnother_leavesNothing() throws Exception {
    try (Hold unused = theirs("b").acquire()) {
      assertThat(all.tryLock()).isFalse();
      assertThat(all.tryLock(20, TimeUnit.MILLISECONDS)).isFalse();
      assertThat(locked()).containsExactly("b");
      assertThat(client.lock("multi-a").isHeldByCurrentThread()).isFalse();
    }
    assertThat(all.tryLock(Long.MAX_VALUE, TimeUnit.DAYS)).isTrue();
    all.unlock();
  }

  @Test
  void lockInterruptibly_interruptedAtTheLast_leavesNothing() throws Exception {
    Hold unused = theirs("c").acquire();
    try (TestThreads threads = TestThreads.open()) {
      CompletableFuture<Thread> thread = new CompletableFuture<>();
      CompletableFuture<Boolean> interrupted =
          threads.call(
              "waits",
              () -> {
                thread.complete(Thread.currentThread());
                return catchThrowable(all::lockInterruptibly) instanceof InterruptedException
                    && !all.isHeldByCurrentThread();
              });
      within(SOON).isTrue("it waits", () -> theirs("c").inspect().queueLength() == 1);
      assertThat(locked()).containsExactly("a", "b", "c");
      thread.join().interrupt();
      assertThat(interrupted).succeedsWithin(SOON).isEqualTo(true);
    }
    assertThat(locked()).containsExactly("c");
  }

  /** Without the order of names each would hold for a while what the other wants next. */
  @Test
  void lock_byTwoThreadsInOppositeOrders_neverDeadlocks() throws Exception {
    List<String> reversed = new ArrayList<>(NAMES);
    Collections.reverse(reversed);
    AtomicInteger inside = new AtomicInteger();
    try (TestThreads threads = TestThreads.open()) {
      List<CompletableFuture<Integer>> turns = new ArrayList<>();
      for (MultiLock one :
          List.of(all, client.all(reversed), others.all(NAMES), others.all(reversed))) {
        turns.add(threads.call("works", () -> work(one, inside)));
      }
      for (CompletableFuture<Integer> each : turns) {
        assertThat(each).succeedsWithin(SOON).isEqualTo(200);
      }
    }
    assertThat(locked()).isEmpty();
  }

  private static int work(MultiLock lock, AtomicInteger inside) throws InterruptedException {
    int turns = 0;
    while (turns < 200) {
      lock.lock();
      try {
        assertThat(inside.incrementAndGet()).as("inside").isOne();
        inside.decrementAndGet();
        turns++;
      } finally {
        lock.unlock();
      }
    }
    return turns;
  }

  @Test
  void unlock_oneWasLost_unlocksTheOthersAndTells() {
    all.lock();
    Hold lost = client.lock("multi-b").currentHold().orElseThrow();
    assertThat(theirs("b").forceUnlock()).isTrue();
    within(SOON).isTrue("it is known", () -> !lost.isValid());
    assertThat(all.isHeldByCurrentThread()).isFalse();
    assertThatThrownBy(all::unlock)
        .isInstanceOfSatisfying(
            LeaseLostException.class, loss -> assertThat(loss.lockName()).isEqualTo("multi-b"));
    assertThat(locked()).isEmpty();
  }

  @Test
  void withLock_always_worksUnderAllOfThem() throws Exception {
    assertThat(all.withLock(AcquireOptions.defaults(), this::locked))
        .containsExactly("a", "b", "c");
    assertThat(locked()).isEmpty();
    IOException failure = new IOException("of the work");
    assertThat(
            catchThrowable(
                () ->
                    all.withLock(
                        AcquireOptions.defaults(),
                        () -> {
                          throw failure;
                        })))
        .isSameAs(failure);
    assertThat(locked()).isEmpty();
    try (Hold unused = theirs("c").acquire()) {
      assertThatThrownBy(() -> all.withLock(BRIEFLY, () -> "nothing"))
          .isInstanceOf(LockTimeoutException.class);
      assertThat(locked()).containsExactly("c");
    }
  }

  // ---- losses before all are there

  /** The first lock is lost while another client holds the last one. */
  private CompletableFuture<Boolean> losesTheFirst(TestThreads threads, Hold last) {
    return threads.call(
        "loses",
        () -> {
          within(SOON).isTrue("it waits", () -> theirs("c").inspect().queueLength() == 1);
          boolean wasForced = theirs("a").forceUnlock();
          within(SOON).isTrue("free", () -> !theirs("a").isLocked());
          last.close();
          return wasForced;
        });
  }

  @Test
  @DisplayName("failure 164: one of several locks is lost while the call waits for the next")
  void anyCall_theFirstIsLostMeanwhile_throwsTheLossAndLeavesNothing() throws Exception {
    AcquireOptions patient = AcquireOptions.defaults();
    AtomicInteger done = new AtomicInteger();
    List<ThrowingCallable> calls =
        List.of(
            all::lock,
            () -> all.tryLock(1, TimeUnit.MINUTES),
            () -> all.acquire(patient),
            () -> all.tryAcquire(patient),
            () -> all.withLock(patient, done::incrementAndGet));
    try (TestThreads threads = TestThreads.open()) {
      for (ThrowingCallable call : calls) {
        CompletableFuture<Boolean> losing = losesTheFirst(threads, theirs("c").acquire());
        assertThat(catchThrowable(call)).isInstanceOf(LeaseLostException.class);
        assertThat(losing).succeedsWithin(SOON).isEqualTo(true);
        within(SOON).isTrue("nothing is left", () -> locked().isEmpty());
        assertThat(all.isHeldByCurrentThread()).isFalse();
      }
      CompletableFuture<Boolean> losing = losesTheFirst(threads, theirs("c").acquire());
      assertThat(all.acquireAsync(patient))
          .failsWithin(SOON)
          .withThrowableOfType(java.util.concurrent.ExecutionException.class)
          .withCauseInstanceOf(LeaseLostException.class);
      assertThat(losing).succeedsWithin(SOON).isEqualTo(true);
    }
    assertThat(done).as("work done").hasValue(0);
    within(SOON).isTrue("nothing is left", () -> locked().isEmpty());
  }

  @Test
  void tryLock_timeBelowZero_doesNotWait() throws Exception {
    try (Hold unused = theirs("b").acquire()) {
      assertThat(all.tryLock(Long.MIN_VALUE, TimeUnit.NANOSECONDS)).isFalse();
      assertThat(all.tryAcquire(Duration.ofSeconds(Long.MIN_VALUE))).isEmpty();
    }
  }

  // ---- handles

  @Test
  void acquire_allFree_hasAHoldAndATokenForEach() throws Exception {
    MultiHold hold = all.acquire();
    assertThat(locked()).containsExactly("a", "b", "c");
    assertThat(hold.holds().keySet()).isEqualTo(all.names());
    assertThat(hold.tokens().keySet()).isEqualTo(all.names());
    assertThat(hold.tokens()).containsEntry("multi-b", hold.holds().get("multi-b").token());
    assertThat(hold.isValid()).isTrue();
    Duration before = hold.remaining();
    hold.extend(before.plusSeconds(60));
    assertThat(hold.remaining()).isGreaterThan(before);
    hold.close();
    assertThat(hold.isValid()).isFalse();
    assertThat(hold.remaining()).isZero();
    hold.close();
    assertThat(locked()).isEmpty();
  }

  @Test
  void acquire_theLastIsHeldByAnother_timesOutForAllAndLeavesNothing() throws Exception {
    try (Hold unused = theirs("c").acquire()) {
      assertThatThrownBy(() -> all.acquire(BRIEFLY))
          .isInstanceOf(LockTimeoutException.class)
          .hasMessageContaining("multi-c");
      assertThat(all.tryAcquire(Duration.ofMillis(10))).isEmpty();
      assertThat(locked()).containsExactly("c");
    }
    Optional<MultiHold> hold = all.tryAcquire(BRIEFLY.withoutWaiting());
    assertThat(hold).isPresent();
    hold.orElseThrow().close();
  }

  @Test
  void onLost_oneIsLost_isTheLossOfAllAndToldOnce() throws Exception {
    MultiHold hold = all.acquire();
    BlockingQueue<LossCause> causes = new LinkedBlockingQueue<>();
    hold.onLost(causes::add);
    assertThat(theirs("b").forceUnlock()).isTrue();
    assertThat(causes.poll(60, TimeUnit.SECONDS)).isEqualTo(LossCause.FORCED);
    assertThat(hold.isValid()).isFalse();
    assertThat(locked()).containsExactly("a", "c");
    assertThat(theirs("c").forceUnlock()).isTrue();
    Hold last = hold.holds().get("multi-c");
    within(SOON).isTrue("it is known", () -> !last.isValid());
    hold.onLost(causes::add);
    assertThat(causes.poll(60, TimeUnit.SECONDS)).as("told at once").isEqualTo(LossCause.FORCED);
    assertThatThrownBy(hold::close)
        .isInstanceOfSatisfying(
            LeaseLostException.class,
            loss ->
                assertThat(loss.getSuppressed()).hasOnlyElementsOfType(LeaseLostException.class));
    assertThat(locked()).isEmpty();
    assertThat(causes).isEmpty();
  }

  @Test
  void acquireAsync_cancelledWhileItWaits_leavesNothing() throws Exception {
    try (Hold unused = theirs("b").acquire()) {
      CompletableFuture<MultiHold> waiting = all.acquireAsync(AcquireOptions.defaults());
      within(SOON).isTrue("it waits", () -> theirs("b").inspect().queueLength() == 1);
      waiting.cancel(false);
      within(SOON).isTrue("given back", () -> locked().equals(List.of("b")));
      within(SOON).isTrue("withdrawn", () -> theirs("b").inspect().queueLength() == 0);
      assertThat(all.acquireAsync(BRIEFLY))
          .failsWithin(SOON)
          .withThrowableOfType(java.util.concurrent.ExecutionException.class)
          .withCauseInstanceOf(LockTimeoutException.class);
      assertThat(locked()).containsExactly("b");
    }
    MultiHold hold = all.acquireAsync(AcquireOptions.defaults()).get(60, TimeUnit.SECONDS);
    assertThat(locked()).containsExactly("a", "b", "c");
    hold.releaseAsync().get(60, TimeUnit.SECONDS);
    assertThat(locked()).isEmpty();
  }

  @Test
  @DisplayName("failure 162: a process dies between the first and the last of several locks")
  void lock_processDiesInBetween_leavesNothingBeyondTheLeases(TestServer server) throws Exception {
    try (Hold unused = theirs("c").acquire();
        JvmProcess worker =
            JvmProcess.start(MultiLockWorker.class, server.uri(), "multi-c", "multi-b")) {
      worker.awaitLine("ready");
      within(SOON).isTrue("it waits", () -> theirs("c").inspect().queueLength() == 1);
      assertThat(locked()).containsExactly("b", "c");
      worker.kill();
    }
    within(SOON).isTrue("free when the lease is over", () -> locked().isEmpty());
    assertThat(all.tryLock()).isTrue();
    all.unlock();
  }
}
