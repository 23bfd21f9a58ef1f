package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
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
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Known mistakes of locks on Redis. */
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
      slow.lock(Duration.ofSeconds(2));
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
  @DisplayName("failure 70: entered again more often than can be counted")
  void lock_countAtItsEnd_isAnErrorAndChangesNothing(TestServer server) throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      DistributedLock lock = client.lock("pitfall");
      lock.lock();
      Hold hold = lock.currentHold().orElseThrow();
      Field count = hold.getClass().getDeclaredField("count");
      count.setAccessible(true);
      count.setInt(hold, Integer.MAX_VALUE); // 2^31 calls would take too long

      assertThatThrownBy(lock::lock).isExactlyInstanceOf(Error.class).hasMessageContaining("count");

      assertThat(lock.getHoldCount()).isEqualTo(Integer.MAX_VALUE);
      count.setInt(hold, 1);
      lock.unlock();
      assertThat(lock.isLocked()).isFalse();
    }
  }

  @Test
  @DisplayName("failure 12: the answer comes when the lease has already run out")
  void lock_answeredAfterTheLeaseRanOut_doesNotCount(@FreshServer RedisServer server)
      throws Exception {
    Duration lease = Duration.ofSeconds(3);
    HoldfastSettings patient =
        HoldfastSettings.builder()
            .claimLease(Duration.ofSeconds(25))
            .commandTimeout(Duration.ofSeconds(10))
            .build();
    try (HoldfastClient client = HoldfastClient.connect(patient, server.uri());
        TestThreads threads = TestThreads.open()) {
      DistributedLock lock = client.lock("pitfall");
      lock.lock();
      lock.unlock(); // the scripts are known
      server.resetStatistics();
      server.freeze();
      CompletableFuture<Thread> caller = new CompletableFuture<>();
      CompletableFuture<Optional<Hold>> acquiring =
          threads.call(
              "late",
              () -> {
                caller.complete(Thread.currentThread());
                return lock.tryAcquire(
                    AcquireOptions.defaults()
                        .waitAtMost(Duration.ofSeconds(30))
                        .lease(Lease.fixed(lease)));
              });
      Thread late = caller.get(60, TimeUnit.SECONDS);
      eventually().isTrue("it has asked", () -> late.getState() == Thread.State.TIMED_WAITING);
      // Frozen for longer than the lease, thawed before the command's time-out: the answer says
      // ACQUIRED, and the server really holds the lock for us, but counted from our question the
      // lease is over.
      park(lease.plusMillis(500));
      server.thaw();

      Hold hold = acquiring.get(60, TimeUnit.SECONDS).orElseThrow();

      assertThat(hold.isValid()).isTrue();
      // late answer, its release, the question that counts
      Map<String, Long> calls = server.commandCalls();
      assertThat(calls.getOrDefault("evalsha", 0L) + calls.getOrDefault("eval", 0L))
          .isGreaterThanOrEqualTo(3);
      hold.close();
      assertThat(server.keys("holdfast:lock:*")).isEmpty();
    }
  }

  @Test
  @DisplayName("failure 66: the holder is killed")
  void holder_killed_nextOwnerGetsItWhenTheLeaseEnds(TestServer server) throws Exception {
    Duration lease = Duration.ofSeconds(2);
    // Would ask again after 100 s, did it not know when the lease ends.
    HoldfastSettings calm =
        HoldfastSettings.builder()
            .lease(Duration.ofMinutes(10))
            .claimLease(Duration.ofMinutes(5))
            .build();
    try (JvmProcess worker = worker(server, lease);
        HoldfastClient client = HoldfastClient.connect(calm, server.uri())) {
      long start = System.nanoTime();
      worker.send("lock");
      worker.awaitLine("locked (\\d+)");
      worker.kill();

      assertThat(client.lock("pitfall").tryLock(60, TimeUnit.SECONDS)).isTrue();
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .as("from before its lease began")
          .isGreaterThanOrEqualTo(lease.minus(lease.dividedBy(100)));
      client.lock("pitfall").unlock();
    }
  }

  @Test
  @DisplayName("failure 12: a process is paused for longer than its lease")
  void process_pausedLongerThanItsLease_learnsThatItLost(TestServer server) throws Exception {
    try (JvmProcess worker = worker(server, Duration.ofSeconds(3));
        HoldfastClient client = client(server)) {
      worker.send("lock");
      long token = Long.parseLong(worker.awaitLine("locked (\\d+)").group(1));
      worker.freeze();
      DistributedLock lock = client.lock("pitfall");
      assertThat(lock.tryLock(60, TimeUnit.SECONDS)).isTrue();
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
  @DisplayName("failure 20: what was drawn is soon in the past, should the counter be lost")
  void token_ofManyTurnsInARow_isNotFarAheadOfTheServersClock(TestServer server) {
    try (HoldfastClient client = client(server)) {
      DistributedLock lock = client.lock("pitfall");
      long token = 0;
      for (int i = 0; i < 500; i++) { // each draws a block of 1024 numbers
        lock.lock();
        token = lock.token();
        lock.unlock();
      }
      List<String> time = server.admin().texts("TIME");
      long now = Long.parseLong(time.get(0)) * 1_000_000 + Long.parseLong(time.get(1));
      assertThat(token - now).isLessThan(1024);
    }
  }

  @Test
  @DisplayName("failure 66: at no moment is there a key without an expiry")
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
      threads.joinAll();
      assertThat(seen).isPositive();
    }
  }

  @Test
  @DisplayName("failure 35: the key holds something else")
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
  @DisplayName("failure 35: the key of the queue holds something else")
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
  @DisplayName("failure 8: releases while renewals are under way")
  void release_whileTheWatchdogRenews_leavesNothingBehind(TestServer server) throws Exception {
    Duration lease = Duration.ofSeconds(6);
    try (HoldfastClient client = client(server, lease)) {
      for (int round = 0; round < 4; round++) {
        List<Hold> holds = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
          holds.add(client.lock("pitfall-" + i).acquire());
          park(Duration.ofMillis(4));
        }
        // Renewals go out every third of the lease: release before, at, and after one.
        park(lease.dividedBy(3).plusMillis(20 * round - 60));
        holds.forEach(Hold::close);
        assertThat(server.keys("holdfast:lock:*")).isEmpty();
      }
    }
    assertThat(server.keys("holdfast:lock:*")).isEmpty();
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
      long before = server.commandCalls().getOrDefault("publish", 0L);
      CompletableFuture<Hold> waiting =
          threads.call(
              "fixed",
              () ->
                  second
                      .lock("pitfall")
                      .acquire(
                          AcquireOptions.defaults().lease(Lease.fixed(Duration.ofSeconds(60)))));
      eventually().isTrue("one waits", () -> held.inspect().queueLength() == 1);
      // A slice later it asks once more. If it had the lock by then, that would confirm it.
      eventually()
          .isTrue(
              "it has asked again: the holder is told, and so is it",
              () -> server.commandCalls().getOrDefault("publish", 0L) >= before + 2);
      held.unlock();
      Hold hold = waiting.get(60, TimeUnit.SECONDS);
      // The grant alone is good for the claim lease of 5 s; the confirmation sets all 60.
      eventually().isTrue("confirmed", () -> hold.remaining().toMillis() > 40_000);
      assertThat(hold.remaining()).isLessThan(Duration.ofSeconds(60));
      hold.close();
    }
  }

  private static JvmProcess worker(TestServer server, Duration lease) throws Exception {
    return JvmProcess.start(
            LockWorker.class, server.uri(), "pitfall", Long.toString(lease.toMillis()))
        .ready("ready");
  }

  /** Time is the input here, not a way to wait for something. */
  private static void park(Duration duration) {
    long until = System.nanoTime() + duration.toNanos();
    for (long left = duration.toNanos(); left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
