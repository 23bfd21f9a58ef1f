package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.junit.VirtualThreadsExtension;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What locks on Redis are known for doing wrong. */
@ExtendWith({RedisServerExtension.class, VirtualThreadsExtension.class})
class PitfallIT {

  private static final String LOCK_KEY = "holdfast:lock:{pitfall}";

  private static HoldfastClient client(TestServer server) {
    return HoldfastClient.connect(server.uri());
  }

  private static HoldfastClient client(TestServer server, Duration lease) {
    return HoldfastClient.connect(HoldfastSettings.builder().lease(lease).build(), server.uri());
  }

  @Test
  void unlock_afterOwnLeaseRanOut_leavesTheNextOwnersLock(TestServer server) {
    try (HoldfastClient first = client(server);
        HoldfastClient second = client(server)) {
      DistributedLock slow = first.lock("pitfall");
      DistributedLock next = second.lock("pitfall");
      slow.lock(Duration.ofMillis(200));
      next.lock(); // gets it when the lease has run out

      assertThatThrownBy(slow::unlock).isInstanceOf(LeaseLostException.class);

      assertThat(next.isHeldByCurrentThread()).isTrue();
      assertThat(second.lock("pitfall").inspect().holder())
          .hasValueSatisfying(
              holder -> {
                assertThat(holder.ours()).isTrue();
                assertThat(holder.token()).isEqualTo(next.token());
              });
      next.unlock();
    }
  }

  @Test
  void work_longerThanTheLease_keepsTheLock(TestServer server) throws Exception {
    Duration lease = Duration.ofMillis(300);
    try (HoldfastClient holder = client(server, lease);
        HoldfastClient other = client(server)) {
      try (Hold hold = holder.lock("pitfall").acquire()) {
        assertThat(other.lock("pitfall").tryLock(lease.toMillis() * 4, TimeUnit.MILLISECONDS))
            .isFalse();
        assertThat(hold.isValid()).isTrue();
      }
    }
  }

  @Test
  void lock_answeredAfterTheLeaseRanOut_doesNotCount(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient client = client(server);
        TestThreads threads = TestThreads.open()) {
      DistributedLock lock = client.lock("pitfall");
      lock.inspect(); // the connection works
      server.resetStatistics();
      server.freeze();
      CompletableFuture<Optional<Hold>> acquiring =
          threads.call(
              "late",
              () ->
                  lock.tryAcquire(
                      AcquireOptions.defaults()
                          .waitAtMost(Duration.ofSeconds(10))
                          .lease(Lease.fixed(Duration.ofMillis(400)))));
      // Frozen for longer than the lease, thawed before the command's time-out: the answer says
      // ACQUIRED, and the server really holds the lock for us, but counted from our question the
      // lease is over.
      park(Duration.ofMillis(900));
      server.thaw();

      Hold hold = acquiring.get(5, TimeUnit.SECONDS).orElseThrow();

      assertThat(hold.isValid()).isTrue();
      // late answer, its release, the question that counts
      assertThat(server.commandCalls().getOrDefault("evalsha", 0L)).isGreaterThanOrEqualTo(3);
      hold.close();
      assertThat(server.keys("holdfast:lock:*")).isEmpty();
    }
  }

  @Test
  void holder_killed_nextOwnerGetsItWhenTheLeaseEnds(TestServer server) throws Exception {
    Duration lease = Duration.ofMillis(1500);
    try (JvmProcess worker = worker(server, lease);
        HoldfastClient client = client(server)) {
      worker.send("lock");
      worker.awaitLine("locked (\\d+)");
      worker.kill();
      long killed = System.nanoTime();

      assertThat(client.lock("pitfall").tryLock(10, TimeUnit.SECONDS)).isTrue();

      long waitedMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - killed);
      assertThat(waitedMillis).isLessThan(lease.toMillis() + 500);
      client.lock("pitfall").unlock();
    }
  }

  @Test
  void process_pausedLongerThanItsLease_learnsThatItLost(TestServer server) throws Exception {
    try (JvmProcess worker = worker(server, Duration.ofSeconds(1));
        HoldfastClient client = client(server)) {
      worker.send("lock");
      long token = Long.parseLong(worker.awaitLine("locked (\\d+)").group(1));
      worker.freeze();
      DistributedLock lock = client.lock("pitfall");
      assertThat(lock.tryLock(10, TimeUnit.SECONDS)).isTrue();
      assertThat(lock.token()).isGreaterThan(token);
      worker.thaw();

      worker.send("unlock");

      assertThat(worker.awaitLine("(lost .*|unlocked)").group()).startsWith("lost " + token);
      assertThat(lock.isHeldByCurrentThread()).isTrue();
      assertThat(lock.inspect().holder()).isPresent();
      lock.unlock();
    }
  }

  @Test
  void lockKey_whileLocksComeAndGo_neverLacksAnExpiry(TestServer server) throws Exception {
    AtomicBoolean enough = new AtomicBoolean();
    try (HoldfastClient first = client(server);
        HoldfastClient second = client(server);
        TestThreads threads = TestThreads.open();
        RespClient witness = RespClient.connect(server.uri())) {
      for (HoldfastClient client : new HoldfastClient[] {first, second}) {
        threads.start(
            2,
            "churn",
            () -> {
              while (!enough.get()) {
                DistributedLock lock = client.lock("pitfall");
                lock.lock();
                lock.unlock();
              }
            });
      }
      int seen = 0;
      for (int i = 0; i < 2000; i++) {
        long ttl = witness.number("PTTL", LOCK_KEY); // -2: no key, -1: no expiry
        assertThat(ttl).isNotEqualTo(-1);
        seen += ttl > 0 ? 1 : 0;
      }
      enough.set(true);
      threads.joinAll(Duration.ofSeconds(5));
      assertThat(seen).isPositive();
    }
  }

  @Test
  void lockKey_ofAForeignType_isAnErrorThatNamesTheLockAndKeepsTheValue(TestServer server)
      throws Exception {
    try (HoldfastClient client = client(server)) {
      server.admin().command("SET", LOCK_KEY, "not yours");
      DistributedLock lock = client.lock("pitfall");

      assertThatThrownBy(lock::lock)
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("Lock 'pitfall'")
          .hasMessageContaining("WRONGTYPE")
          .hasMessageContaining(LOCK_KEY);
      assertThatThrownBy(lock::tryLock).isInstanceOf(LockServerException.class);

      assertThat(server.admin().text("GET", LOCK_KEY)).isEqualTo("not yours");
      server.admin().command("DEL", LOCK_KEY);
      assertThat(lock.tryLock()).isTrue();
      lock.unlock();
    }
  }

  @Test
  void queueKey_ofAForeignType_isAnErrorAndKeepsTheValue(TestServer server) {
    try (HoldfastClient client = client(server)) {
      server.admin().command("SET", "holdfast:lockq:{pitfall}", "not yours");

      assertThatThrownBy(client.lock("pitfall")::lock)
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("WRONGTYPE");

      assertThat(server.admin().text("GET", "holdfast:lockq:{pitfall}")).isEqualTo("not yours");
      assertThat(server.keys("holdfast:lock:*")).isEmpty();
    }
  }

  @Test
  void release_whileTheWatchdogRenews_leavesNothingBehind(TestServer server) throws Exception {
    try (HoldfastClient client = client(server, Lease.MINIMUM)) {
      DistributedLock lock = client.lock("pitfall");
      for (int i = 0; i < 40; i++) {
        lock.lock();
        // Renewals go out every third of 100 ms: release before, at, and after one.
        park(Duration.ofMillis(25 + i % 20));
        lock.unlock();
        assertThat(server.keys("holdfast:lock:*")).isEmpty();
      }
    }
    assertThat(server.keys("holdfast:lock:*")).isEmpty();
  }

  @Test
  void lockKey_deletedByAnAdministrator_isNoticedByTheWatchdog(TestServer server) throws Exception {
    try (HoldfastClient client = client(server, Duration.ofMillis(600))) {
      CompletableFuture<LossCause> loss = new CompletableFuture<>();
      Hold hold = client.lock("pitfall").acquire();
      hold.onLost(loss::complete);

      server.admin().command("DEL", LOCK_KEY);

      assertThat(loss.get(1, TimeUnit.SECONDS)).isEqualTo(LossCause.GONE);
      assertThat(hold.isValid()).isFalse();
      assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);
      hold.close(); // told once
    }
  }

  @Test
  void unlock_afterTheKeyWasDeleted_saysSo(TestServer server) {
    try (HoldfastClient client = client(server)) {
      DistributedLock lock = client.lock("pitfall");
      lock.lock();
      server.admin().command("DEL", LOCK_KEY);

      assertThatThrownBy(lock::unlock)
          .isInstanceOfSatisfying(
              LeaseLostException.class,
              loss -> assertThat(loss.lossCause()).isEqualTo(LossCause.GONE));
      assertThatThrownBy(lock::unlock)
          .isInstanceOf(IllegalMonitorStateException.class)
          .isNotInstanceOf(LeaseLostException.class);
    }
  }

  @Test
  void fixedLease_grantedToAWaiter_endsCountedFromItsConfirmation(TestServer server)
      throws Exception {
    try (HoldfastClient first = client(server);
        HoldfastClient second = client(server);
        TestThreads threads = TestThreads.open()) {
      DistributedLock held = first.lock("pitfall");
      held.lock();
      CompletableFuture<Hold> waiting =
          threads.call(
              "fixed",
              () ->
                  second
                      .lock("pitfall")
                      .acquire(
                          AcquireOptions.defaults().lease(Lease.fixed(Duration.ofSeconds(8)))));
      eventually().isTrue("one waits", () -> held.inspect().queueLength() == 1);
      held.unlock();
      Hold hold = waiting.get(2, TimeUnit.SECONDS);
      // The grant alone is good for the claim lease of 5 s; the confirmation sets all 8.
      within(Duration.ofSeconds(1)).isTrue("confirmed", () -> hold.remaining().toMillis() > 7000);
      assertThat(hold.remaining()).isLessThan(Duration.ofSeconds(8));
      hold.close();
    }
  }

  private static JvmProcess worker(TestServer server, Duration lease) throws Exception {
    JvmProcess worker =
        JvmProcess.start(
            LockWorker.class, server.uri(), "pitfall", Long.toString(lease.toMillis()));
    worker.awaitLine("ready");
    return worker;
  }

  /** The passing of time is the input here, not a way to wait for something. */
  private static void park(Duration duration) {
    long until = System.nanoTime() + duration.toNanos();
    for (long left = duration.toNanos(); left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
