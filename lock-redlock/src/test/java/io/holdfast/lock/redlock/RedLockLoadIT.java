package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.topology.Masters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Many clients of one lock, and many locks. */
@Tag("long")
class RedLockLoadIT extends RedLockSuite {

  private static final Logger LOG = LoggerFactory.getLogger(RedLockLoadIT.class);

  // All nodes are well, however long a busy machine has them wait.
  private static final RedLockSettings.Builder UNHURRIED =
      RedLockSettings.builder().quarantine(false).nodeTimeout(Duration.ofSeconds(10));

  private long last; // unprotected but by the lock
  private long turns;

  @DisplayName("failure 48: several ask at once, and split the votes")
  @ParameterizedTest
  @ValueSource(ints = {4, 5})
  void lock_threeProcessesWithTwoThreads_allHaveTurns(int nodes) throws Exception {
    try (Masters masters = Masters.start(nodes)) {
      List<Quorums> quorums =
          IntStream.range(0, 3).mapToObj(i -> open(UNHURRIED, masters.uris())).toList();
      AtomicLongArray turnsOf = new AtomicLongArray(6);
      long end = System.nanoTime() + Duration.ofSeconds(3).toNanos();
      try (TestThreads threads = TestThreads.open()) {
        for (int i = 0; i < 6; i++) {
          int index = i;
          DistributedLock lock = quorums.get(i % 3).locks().get(NAME);
          threads.start("owner", () -> takeTurns(lock, turnsOf, index, end));
        }
        threads.joinAll();
      }
      LOG.info("Turns of each at {} nodes: {}", nodes, turnsOf);
      assertThat(turns).isEqualTo(IntStream.range(0, 6).mapToLong(turnsOf::get).sum());
      IntStream.range(0, 6).forEach(i -> assertThat(turnsOf.get(i)).isGreaterThan(2));
      masters.servers().forEach(server -> awaitFree(SOON, server, NAME));
      quorums.forEach(
          quorum -> within(SOON).isTrue("nothing open", () -> quorum.locks().pending() == 0));
    }
  }

  private void takeTurns(DistributedLock lock, AtomicLongArray turnsOf, int index, long end)
      throws InterruptedException {
    while (System.nanoTime() - end < 0) {
      try (Hold hold = lock.acquire()) {
        long before = last;
        long soFar = turns;
        assertThat(hold.token()).isGreaterThan(before);
        last = hold.token();
        turns = soFar + 1;
        turnsOf.incrementAndGet(index);
      }
    }
  }

  @Test
  void tryLock_inVain_leavesNothing(@FreshServer Masters five) throws Exception {
    Quorums mine = open(five.uris());
    Quorums theirs = open(five.uris());
    try (Hold hold = theirs.locks().get(NAME).acquire()) {
      for (int i = 0; i < 20; i++) {
        assertThat(mine.locks().get(NAME).tryLock()).isFalse();
      }
      assertThat(mine.locks().get(NAME).tryLock(20, TimeUnit.MILLISECONDS)).isFalse();
      assertThat(hold.isValid()).isTrue();
    }
    five.servers().forEach(server -> awaitFree(SOON, server, NAME));
    within(SOON).isTrue("nothing open", () -> mine.locks().pending() == 0);
    within(SOON).isTrue("nothing open", () -> theirs.locks().pending() == 0);
  }

  @DisplayName("failure 48: several clients that do not wait split the votes")
  @ParameterizedTest
  @ValueSource(ints = {4, 5})
  void tryLock_contendedAndImpatient_leavesNothing(int nodes) throws Exception {
    try (Masters masters = Masters.start(nodes)) {
      List<Quorums> quorums =
          IntStream.range(0, 3).mapToObj(i -> open(UNHURRIED, masters.uris())).toList();
      long end = System.nanoTime() + Duration.ofSeconds(3).toNanos();
      AtomicLong had = new AtomicLong();
      AtomicLong refused = new AtomicLong();
      try (TestThreads threads = TestThreads.open()) {
        for (int i = 0; i < 6; i++) {
          DistributedLock lock = quorums.get(i % 3).locks().get(NAME);
          threads.start("impatient", () -> tryForMoments(lock, had, refused, end));
        }
        threads.joinAll();
      }
      LOG.info("At {} nodes {} had, {} refused", nodes, had, refused);
      assertThat(had.get()).isPositive();
      assertThat(refused.get()).isPositive();
      masters.servers().forEach(server -> awaitFree(SOON, server, NAME));
      quorums.forEach(
          quorum -> within(SOON).isTrue("nothing open", () -> quorum.locks().pending() == 0));
    }
  }

  private static void tryForMoments(
      DistributedLock lock, AtomicLong had, AtomicLong refused, long end)
      throws InterruptedException {
    while (System.nanoTime() - end < 0) {
      Duration wait = Duration.ofMillis(ThreadLocalRandom.current().nextInt(8));
      Optional<Hold> hold = lock.tryAcquire(wait);
      if (hold.isPresent()) {
        had.incrementAndGet();
        LockSupport.parkNanos(1_000_000);
        hold.get().close();
      } else {
        refused.incrementAndGet();
      }
    }
  }

  @Test
  void renew_manyNames_inFewRequests(@FreshServer Masters five) {
    int names = 600; // what is due together goes together: the more, the more
    Duration lease = Duration.ofSeconds(12); // so that a busy machine keeps up with it
    Quorums quorum = open(five.uris());
    AcquireOptions options = AcquireOptions.defaults().lease(Lease.renewed(lease));
    List<CompletableFuture<Hold>> holds = new ArrayList<>();
    for (int i = 0; i < names; i++) {
      holds.add(quorum.locks().get("name-" + i).acquireAsync(options));
    }
    holds.forEach(hold -> assertThat(hold).succeedsWithin(Duration.ofMinutes(1)));
    within(SOON)
        .isTrue(
            "all have all",
            () ->
                five.servers().stream()
                    .allMatch(server -> server.keys("holdfast:red:*").size() == names));
    five.servers().forEach(server -> server.resetStatistics());
    long start = System.nanoTime();
    Duration time = Duration.ofSeconds(20);
    within(SOON).isTrue("some time has passed", () -> System.nanoTime() - start > time.toNanos());
    assertThat(holds).allMatch(hold -> hold.join().isValid());
    long periods = time.dividedBy(lease.dividedBy(3));
    five.servers()
        .forEach(
            server -> {
              long scripts =
                  server.commandCalls().getOrDefault("evalsha", 0L)
                      + server.commandCalls().getOrDefault("eval", 0L);
              LOG.info("{} renewals at {} took {} scripts", names * periods, server, scripts);
              // One by one it would be all; how many are due together is the machine's matter.
              assertThat(scripts).isBetween(periods / 2, names * periods / 3);
            });
    holds.forEach(hold -> hold.join().close());
    within(SOON)
        .isTrue(
            "all are free",
            () ->
                five.servers().stream()
                    .allMatch(server -> server.keys("holdfast:red:*").isEmpty()));
    within(SOON).isTrue("nothing open", () -> quorum.locks().pending() == 0);
  }
}
