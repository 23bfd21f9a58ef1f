package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.deadlock.BlockedThread;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.CapturedLog;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Threads that wait long while they hold other locks, and never in a cycle. */
@ExtendWith(RedisServerExtension.class)
@Tag("long")
class NoDeadlockIT {

  /**
   * {@code -Dholdfast.test.storm=PT1H -Dfailsafe.timeout=5400
   * -Djunit.jupiter.execution.timeout.mode=disabled} lets it last longer.
   */
  private static final Duration LENGTH =
      Duration.parse(System.getProperty("holdfast.test.storm", "PT20S"));

  private static final int CLIENTS = 4;
  private static final int THREADS = 3; // of each client
  private static final int LOCKS = 6;
  private static final int MANY = 3000;

  private final List<HoldfastClient> clients = new ArrayList<>();
  private RedisServer server;
  private CapturedLog log;

  @BeforeEach
  void begin(@FreshServer RedisServer fresh) {
    server = fresh;
    log = CapturedLog.begin();
  }

  @AfterEach
  void end() {
    log.close();
    clients.forEach(HoldfastClient::close);
  }

  private HoldfastClient client(String label) {
    HoldfastClient client =
        HoldfastClient.connect(
            HoldfastSettings.builder()
                .clientLabel(label)
                .longWait(Duration.ofSeconds(1))
                .lease(Duration.ofMinutes(5))
                .build(),
            server.uri());
    clients.add(client);
    return client;
  }

  /** What all clients tell now. */
  private List<BlockedThread> told() {
    return server.keys("holdfast:blocked:*").stream()
        .map(key -> server.admin().command("GET", key))
        .filter(Objects::nonNull)
        .flatMap(text -> BlockedThread.parse(text.toString()).stream())
        .toList();
  }

  private void assertNone() {
    eventually().isTrue("some have waited long", () -> log.lines("has waited for") > 0);
    assertThat(log.lines("deadlock")).isZero();
  }

  /** In chains that change all the time, in the order of the names, and some by a time-out. */
  @Test
  void threads_inOneOrder_areNeverToldOfADeadlock() throws Exception {
    long endNanos = System.nanoTime() + LENGTH.toNanos();
    AtomicInteger turns = new AtomicInteger();
    try (TestThreads threads = TestThreads.open()) {
      for (int i = 0; i < CLIENTS; i++) {
        HoldfastClient client = client("app-" + i);
        for (int j = 0; j < THREADS; j++) {
          threads.start("thread-" + j, () -> takeTurns(client, endNanos, turns));
        }
      }
      eventually().isTrue("threads are blocked", () -> !told().isEmpty());
      threads.joinAll(LENGTH.plusMinutes(1));
    }
    assertThat(turns).as("turns").hasPositiveValue();
    assertNone();
  }

  private static void takeTurns(HoldfastClient client, long endNanos, AtomicInteger turns)
      throws InterruptedException {
    while (System.nanoTime() - endNanos < 0) {
      ThreadLocalRandom random = ThreadLocalRandom.current();
      List<DistributedLock> taken = new ArrayList<>();
      for (int name = 0; name < LOCKS; name++) {
        DistributedLock lock = client.lock("storm-" + name);
        if (random.nextBoolean() && lock.tryLock(random.nextLong(5000), TimeUnit.MILLISECONDS)) {
          taken.add(lock);
        }
      }
      LockSupport.parkNanos(random.nextLong(Duration.ofMillis(800).toNanos()));
      taken.forEach(DistributedLock::unlock);
      turns.incrementAndGet();
    }
  }

  /**
   * Threads are given the lock, and take others, while a look goes over thousands of holds: what
   * they hold then they did not hold while they waited.
   */
  @Test
  void threads_thatGetTheirLockDuringALook_areNotToldAsBlocked() throws Exception {
    HoldfastClient client = client("app");
    List<Hold> others =
        IntStream.range(0, MANY)
            .mapToObj(i -> client.lock("other-" + i).acquireAsync().join())
            .toList();
    long endNanos = System.nanoTime() + LENGTH.toNanos();
    try (TestThreads threads = TestThreads.open()) {
      for (int i = 0; i < 100; i++) {
        int number = i;
        threads.start("thread-" + i, () -> takeHot(client, "own-" + number, endNanos));
      }
      List<BlockedThread> seen = new ArrayList<>();
      while (System.nanoTime() - endNanos < 0) {
        seen.addAll(told());
        LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
      }
      threads.joinAll(Duration.ofMinutes(1));
      assertThat(seen).as("blocked threads").isNotEmpty();
      assertThat(seen)
          .allSatisfy(
              thread ->
                  assertThat(thread.holds())
                      .extracting(lock -> lock.kind() + " " + lock.name().replaceAll("\\d", ""))
                      .containsOnly(LockKind.PLAIN + " own-"));
    }
    assertNone();
    others.forEach(Hold::close);
  }

  /** While it waits it has its own; when it has the hot one, only others. */
  private static void takeHot(HoldfastClient client, String own, long endNanos) {
    while (System.nanoTime() - endNanos < 0) {
      client.lock(own).lock();
      client.lock("hot").lock();
      client.lock(own).unlock();
      client.lock("later").lock();
      LockSupport.parkNanos(Duration.ofMillis(15).toNanos());
      client.lock("later").unlock();
      client.lock("hot").unlock();
    }
  }
}
