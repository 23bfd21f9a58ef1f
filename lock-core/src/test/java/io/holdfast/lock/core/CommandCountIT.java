package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cost of a lock at the server, counted by the server. */
@ExtendWith(RedisServerExtension.class)
class CommandCountIT {

  /** What Redisson 4.7.0 sends for a pair on a lock with a name of two bytes. */
  private static final long REDISSON_BYTES = 481;

  /** At least, when 500 are due at about the same time. */
  private static final long RENEWALS_PER_CALL = 25;

  @Test
  void freePair_costsTwoScriptCalls(@FreshServer RedisServer server) {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      DistributedLock lock = client.lock("ab");
      lock.lock();
      lock.unlock(); // the scripts are known now
      server.resetStatistics();

      for (int i = 0; i < 100; i++) {
        lock.lock();
        lock.unlock();
      }

      assertThat(scripts(server)).isEqualTo(200);
      assertThat(calls(server, "publish")).isZero();
    }
  }

  @Test
  void freePair_sendsFewerBytesThanRedisson(@FreshServer RedisServer server) {
    HoldfastSettings settings =
        HoldfastSettings.builder().clientLabel("sixteen-characte/1234567").build();
    try (HoldfastClient client = HoldfastClient.connect(settings, server.uri())) {
      DistributedLock lock = client.lock("ab");
      lock.lock();
      lock.unlock();
      long before = bytesIn(server);
      long ofAsking = bytesIn(server) - before;

      for (int i = 0; i < 100; i++) {
        lock.lock();
        lock.unlock();
      }

      long aPair = (bytesIn(server) - before - 2 * ofAsking) / 100;
      assertThat(aPair).isBetween(100L, REDISSON_BYTES - 1);
    }
  }

  @Test
  void reentry_costsNothing(@FreshServer RedisServer server) {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      DistributedLock lock = client.lock("ab");
      lock.lock();
      server.resetStatistics();
      for (int i = 0; i < 100; i++) {
        lock.lock();
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();
        lock.unlock();
        assertThat(lock.isHeldByCurrentThread()).isTrue();
      }
      assertThat(scripts(server)).isZero();
      lock.unlock();
    }
  }

  @Test
  void passingOn_amongThreadsOfOneClient_costsNothing(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(server.uri());
        TestThreads threads = TestThreads.open()) {
      DistributedLock lock = client.lock("ab");
      LongAdder turns = new LongAdder();
      CountDownLatch started = new CountDownLatch(4);
      AtomicBoolean enough = new AtomicBoolean();
      threads.start(
          4,
          "passing",
          () -> {
            started.countDown();
            while (!enough.get()) {
              lock.lock();
              turns.increment();
              lock.unlock();
            }
          });
      started.await();
      eventually().isTrue("all take turns", () -> turns.sum() > 2000);
      server.resetStatistics();
      turns.reset();
      eventually().isTrue("many turns", () -> turns.sum() > 20_000);
      long sent = scripts(server);
      long taken = turns.sum();
      enough.set(true);
      threads.joinAll();
      // A block of tokens lasts for 1024 turns; a gate that has no waiter for a moment releases.
      assertThat(sent).isLessThan(taken / 20);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 6})
  @DisplayName("failure 27: one client is woken, however many wait")
  void handOver_withAnyNumberOfWaitingClients_costsOneScriptAndOneMessage(
      int waiting, @FreshServer RedisServer server) throws Exception {
    List<HoldfastClient> clients = new ArrayList<>();
    // A grant is renewed after 20 s, the third question comes after 36 s.
    HoldfastSettings calm =
        HoldfastSettings.builder()
            .lease(Duration.ofMinutes(3))
            .claimLease(Duration.ofMinutes(2))
            .build();
    long start = System.nanoTime();
    try (HoldfastClient first = HoldfastClient.connect(calm, server.uri())) {
      DistributedLock lock = first.lock("ab");
      lock.acquire().close(); // the server knows the scripts
      Hold hold = lock.acquire();
      for (int i = 0; i < waiting; i++) {
        clients.add(HoldfastClient.connect(calm, server.uri()));
      }
      server.resetStatistics(); // connecting sends messages, too
      List<CompletableFuture<Hold>> queue = new ArrayList<>();
      for (int i = 0; i < waiting; i++) {
        queue.add(clients.get(i).lock("ab").acquireAsync());
        int length = i + 1;
        eventually().isTrue("queued", () -> lock.inspect().queueLength() == length);
      }
      // Each second question publishes an echo, and a message to the holder.
      eventually()
          .isTrue(
              "all have asked for a second time", () -> calls(server, "publish") == 2L * waiting);
      server.resetStatistics();

      for (CompletableFuture<Hold> next : queue) {
        hold.close();
        hold = next.get(60, TimeUnit.SECONDS);
      }

      long scripts = scripts(server);
      long messages = calls(server, "publish");
      boolean isUndisturbed = System.nanoTime() - start < TimeUnit.SECONDS.toNanos(18);
      assertThat(scripts).isBetween((long) waiting, isUndisturbed ? waiting : 3L * waiting);
      assertThat(messages).isBetween((long) waiting, isUndisturbed ? waiting : 3L * waiting);
      hold.close();
    } finally {
      clients.forEach(HoldfastClient::close);
    }
  }

  @Test
  @DisplayName("peers B1: holds cost batched renewals, and nothing else")
  void idleHolds_costOnlyBatchedRenewals(@FreshServer RedisServer server) {
    int locks = 500;
    LongAdder renewals = new LongAdder();
    HoldfastSettings settings =
        HoldfastSettings.builder()
            .lease(Duration.ofSeconds(9))
            .listener(
                new LockListener() {
                  @Override
                  public void renewed(LockEvent event) {
                    renewals.increment();
                  }
                })
            .build();
    try (HoldfastClient client = HoldfastClient.connect(settings, server.uri())) {
      List<CompletableFuture<Hold>> holds = new ArrayList<>();
      for (int i = 0; i < locks; i++) {
        holds.add(client.lock("hold-" + i).acquireAsync());
      }
      List<Hold> all = holds.stream().map(CompletableFuture::join).toList();
      server.resetStatistics();
      renewals.reset();
      eventually().isTrue("renewed twice", () -> renewals.sum() >= 2L * locks);

      System.out.printf("%d renewals by %d scripts%n", renewals.sum(), scripts(server));
      assertThat(scripts(server)).isBetween(2L, renewals.sum() / RENEWALS_PER_CALL);
      assertThat(all).allMatch(Hold::isValid);
    }
  }

  @Test
  void idleClient_sendsNothing(@FreshServer RedisServer server) {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      client.lock("ab").tryLock();
      client.lock("ab").unlock();
      server.resetStatistics();
      long end = System.nanoTime() + Duration.ofSeconds(2).toNanos();
      eventually().isTrue("two seconds pass", () -> System.nanoTime() - end > 0);
      assertThat(scripts(server)).isZero();
      assertThat(calls(server, "ping")).isZero();
    }
  }

  private static long scripts(RedisServer server) {
    return Stream.of("evalsha", "eval", "delex", "delifeq")
        .mapToLong(name -> calls(server, name))
        .sum();
  }

  private static long calls(RedisServer server, String command) {
    Map<String, Long> calls = server.commandCalls();
    return calls.getOrDefault(command, 0L);
  }

  private static long bytesIn(RedisServer server) {
    return Long.parseLong(server.info("stats").get("total_net_input_bytes"));
  }
}
