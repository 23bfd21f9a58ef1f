package io.holdfast.lock.semaphore;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedCountDownLatch;
import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.KeysExpire;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The server remembers requests for as long as it must, and no more of them than it must. */
@ExtendWith(RedisServerExtension.class)
class SemaphoreLedgerIT {

  private static final String LEDGER = "holdfast:semq:{ab}";
  private static final long DAY_SECONDS = Duration.ofDays(1).toSeconds();

  private static final long REQUESTS = 1000;

  /**
   * The members left of all these: the counter, the client, and the few requests whose answers it
   * has not acknowledged.
   */
  private static final long SMALL = 20;

  @Test
  void release_acknowledged_isRememberedForADay(@FreshServer RedisServer server) throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      DistributedSemaphore semaphore = new Semaphores(client).get("ab", 1);
      semaphore.acquire();
      semaphore.release();
      assertThat(server.admin().number("TTL", LEDGER)).isGreaterThan(DAY_SECONDS - 60);
      long dayFromNow = Long.parseLong(server.admin().texts("TIME").get(0)) + DAY_SECONDS;
      List<String> remembered =
          server
              .admin()
              .texts(
                  "ZRANGE",
                  LEDGER,
                  "-" + (dayFromNow + 1) + "000000",
                  "-" + (dayFromNow - 60) + "000000",
                  "BYSCORE");
      // The release has said that the answer to the acquisition has come.
      assertThat(remembered).hasSize(1).allMatch(member -> member.matches("=[^:]+:\\d+"));
    }
  }

  @Test
  @DisplayName(
      "failure 112: the keys that a late request leaves on a server without its data expire")
  void changes_whenTheServerHasLostAll_leaveNoKeyThatStays(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      DistributedSemaphore semaphore = new Semaphores(client).get("ab", 4);
      DistributedCountDownLatch latch = new Semaphores(client).latch("ab", 4);
      PermitPool pool = new Semaphores(client).pool("ab", 4);
      List<Runnable> changes =
          List.of(
              () -> semaphore.release(),
              () -> semaphore.addPermits(1),
              () -> semaphore.reducePermits(1),
              () -> semaphore.resize(2),
              semaphore::drainPermits,
              semaphore::delete,
              () -> assertThat(semaphore.tryAcquire(5)).isFalse(),
              latch::countDown,
              latch::delete,
              () -> pool.resize(2),
              pool::reset);
      for (Runnable change : changes) {
        for (String lost :
            List.of("holdfast:*", "holdfast:*q:*", "holdfast:sem:*", "holdfast:latch:*")) {
          semaphore.acquire();
          latch.countDown();
          pool.acquire();
          server.keys(lost).forEach(key -> server.admin().number("DEL", key));
          change.run();
          assertThat(KeysExpire.withoutExpiry(server)).isEmpty();
          server.admin().text("FLUSHALL");
        }
      }
    }
  }

  @Test
  void twoThreads_passOnLocally_ledgerStaysSmall(@FreshServer RedisServer server) throws Exception {
    assertThat(ledgerOf(server, 1, 1, 1)).isLessThan(SMALL);
  }

  @Test
  void mixedSizes_passedOnLocally_ledgerStaysSmall(@FreshServer RedisServer server)
      throws Exception {
    assertThat(ledgerOf(server, 4, 1, 2, 3, 4, 1, 2, 3, 4)).isLessThan(SMALL);
  }

  /** The size of the ledger after many requests of threads that take and release these numbers. */
  private static long ledgerOf(RedisServer server, int permits, int... sizes)
      throws InterruptedException {
    try (HoldfastClient client = HoldfastClient.connect(server.uri());
        TestThreads threads = TestThreads.open()) {
      DistributedSemaphore semaphore = new Semaphores(client).get("ab", permits);
      AtomicBoolean isOver = new AtomicBoolean();
      for (int size : sizes) {
        threads.start(
            "takes-" + size,
            () -> {
              while (!isOver.get()) {
                semaphore.acquire(size);
                semaphore.release(size);
              }
            });
      }
      within(Duration.ofSeconds(10))
          .expect("requests", () -> scriptCalls(server), calls -> calls >= REQUESTS);
      isOver.set(true);
      threads.joinAll();
      return server.admin().number("ZCARD", LEDGER);
    }
  }

  private static long scriptCalls(RedisServer server) {
    return server.commandCalls().getOrDefault("evalsha", 0L);
  }
}
