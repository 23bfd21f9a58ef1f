package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.CapturedLog;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Many threads wait long while they hold other locks, in chains that change all the time. They take
 * their locks in one order, so no circle is ever there.
 */
@ExtendWith(RedisServerExtension.class)
@Tag("long")
class NoDeadlockIT {

  /** {@code -Dholdfast.test.storm=PT1H} lets it last longer. */
  private static final Duration LENGTH =
      Duration.parse(System.getProperty("holdfast.test.storm", "PT20S"));

  private static final int CLIENTS = 4;
  private static final int THREADS = 3; // of each client
  private static final int LOCKS = 6;

  @Test
  @SuppressWarnings("LockNotBeforeTry") // the clients end what is held
  void threads_inOneOrder_areNeverToldOfADeadlock(TestServer server) throws Exception {
    long endNanos = System.nanoTime() + LENGTH.toNanos();
    AtomicInteger turns = new AtomicInteger();
    List<HoldfastClient> clients = new ArrayList<>();
    try (CapturedLog log = CapturedLog.begin()) {
      try (TestThreads threads = TestThreads.open()) {
        for (int i = 0; i < CLIENTS; i++) {
          HoldfastClient client =
              HoldfastClient.connect(
                  HoldfastSettings.builder()
                      .clientLabel("app-" + i)
                      .longWait(Duration.ofSeconds(1))
                      .build(),
                  server.uri());
          clients.add(client);
          for (int j = 0; j < THREADS; j++) {
            threads.start("thread-" + j, () -> takeTurns(client, endNanos, turns));
          }
        }
        threads.joinAll(LENGTH.plusMinutes(1));
      }
      assertThat(turns).as("turns").hasPositiveValue();
      eventually().isTrue("some have waited long", () -> log.lines("has waited for") > 0);
      assertThat(log.lines("deadlock")).isZero();
    } finally {
      clients.forEach(HoldfastClient::close);
    }
  }

  /** Two locks, or three, in the order of their names. */
  private static void takeTurns(HoldfastClient client, long endNanos, AtomicInteger turns) {
    while (System.nanoTime() - endNanos < 0) {
      ThreadLocalRandom random = ThreadLocalRandom.current();
      List<DistributedLock> taken = new ArrayList<>();
      for (int name = 0; name < LOCKS; name++) {
        if (random.nextInt(LOCKS) < 3) {
          DistributedLock lock = client.lock("storm-" + name);
          lock.lock();
          taken.add(lock);
        }
      }
      LockSupport.parkNanos(random.nextLong(Duration.ofMillis(800).toNanos()));
      taken.forEach(DistributedLock::unlock);
      turns.incrementAndGet();
    }
  }
}
