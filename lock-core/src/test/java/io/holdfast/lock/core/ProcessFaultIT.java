package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.junit.VirtualThreadsExtension;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Processes that end or stand still at any point. */
@ExtendWith({RedisServerExtension.class, VirtualThreadsExtension.class})
class ProcessFaultIT {

  private static final String NAME = "process-fault";
  private static final Duration LEASE = Duration.ofSeconds(2);
  private static final Duration LONG_LEASE = Duration.ofSeconds(30);

  /** A claim is never longer than the lease. */
  private static final long CLAIM_MILLIS = 6000;

  private static JvmProcess worker(TestServer server, Duration lease) throws InterruptedException {
    JvmProcess worker =
        JvmProcess.start(
            LockWorker.class,
            server.uri(),
            NAME,
            Long.toString(lease.toMillis()),
            Long.toString(CLAIM_MILLIS));
    worker.awaitLine("ready");
    return worker;
  }

  @Test
  @DisplayName("failure 66: a process is killed at any moment of its work")
  void worker_killedAtAnyMoment_costsNoMoreThanItsLease(TestServer server) throws Exception {
    Random random = new Random(66);
    // Asks every 100 s, but for once when the lease of the holder ends.
    HoldfastSettings calm =
        HoldfastSettings.builder()
            .lease(Duration.ofMinutes(10))
            .claimLease(Duration.ofMinutes(5))
            .build();
    try (HoldfastClient client = HoldfastClient.connect(calm, server.uri())) {
      DistributedLock lock = client.lock(NAME);
      for (int i = 0; i < 6; i++) {
        try (JvmProcess worker = worker(server, LEASE)) {
          worker.send("spin");
          worker.awaitLine("spinning");
          long end = System.nanoTime() + random.nextInt(50_000_000);
          eventually().isTrue("it works for a while", () -> System.nanoTime() - end > 0);
          worker.kill();
        }
        for (String key : server.keys("holdfast:lock:*")) {
          assertThat(server.admin().number("PTTL", key)).isLessThanOrEqualTo(LEASE.toMillis());
        }
        assertThat(lock.tryLock(60, TimeUnit.SECONDS)).isTrue();
        lock.unlock();
      }
      assertThat(server.keys("holdfast:lock:*")).isEmpty();
    }
  }

  @Test
  @DisplayName("failure 12: a grant is read when its claim has long run out")
  void waiter_frozenAsItIsGrantedTheLock_doesNotUseTheOldGrant(TestServer server) throws Exception {
    try (HoldfastClient first = HoldfastClient.connect(server.uri());
        HoldfastClient second = HoldfastClient.connect(server.uri());
        JvmProcess frozen = worker(server, LONG_LEASE)) {
      DistributedLock lock = first.lock(NAME);
      Hold hold = lock.acquire();
      frozen.send("lock");
      eventually().isTrue("it waits", () -> lock.inspect().queueLength() == 1);
      frozen.freeze();
      hold.close(); // the grant is in its socket
      assertThat(lock.isLocked()).as("granted to the frozen one").isTrue();

      Hold next = second.lock(NAME).acquire(); // when the claim is over
      frozen.thaw();
      eventually().isTrue("it waits again", () -> lock.inspect().queueLength() == 1);
      assertThat(frozen.output()).noneMatch(line -> line.startsWith("locked"));
      next.close();

      long token = Long.parseLong(frozen.awaitLine("locked (\\d+)").group(1));
      assertThat(List.of(hold.token(), next.token(), token)).isSorted();
    }
  }

  @Test
  @DisplayName("failure 53: a waiter that stood still is skipped, and comes back to its place")
  void waiter_frozenAndDropped_isBeforeThoseWhoCameLater(TestServer server) throws Exception {
    try (HoldfastClient first = HoldfastClient.connect(server.uri());
        HoldfastClient second = HoldfastClient.connect(server.uri());
        HoldfastClient third = HoldfastClient.connect(server.uri());
        JvmProcess frozen = worker(server, LONG_LEASE);
        TestThreads threads = TestThreads.open()) {
      DistributedLock lock = first.lock(NAME);
      Hold hold = lock.acquire();
      frozen.send("lock");
      eventually().isTrue("it waits", () -> lock.inspect().queueLength() == 1);
      frozen.freeze();
      CompletableFuture<Hold> behind = threads.call("behind", () -> second.lock(NAME).acquire());
      eventually().isTrue("two wait", () -> lock.inspect().queueLength() == 2);
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLAIM_MILLIS + 500);
      eventually().isTrue("it is silent for too long", () -> System.nanoTime() - end > 0);

      hold.close();
      Hold next = behind.get(60, TimeUnit.SECONDS);
      CompletableFuture<Hold> later = threads.call("later", () -> third.lock(NAME).acquire());
      eventually().isTrue("one waits", () -> lock.inspect().queueLength() == 1);
      frozen.thaw();
      eventually().isTrue("it is back", () -> lock.inspect().queueLength() == 2);
      next.close();

      long token = Long.parseLong(frozen.awaitLine("locked (\\d+)").group(1));
      assertThat(later).isNotDone();
      frozen.send("unlock");
      try (Hold last = later.get(60, TimeUnit.SECONDS)) {
        assertThat(List.of(hold.token(), next.token(), token, last.token())).isSorted();
      }
    }
  }
}
