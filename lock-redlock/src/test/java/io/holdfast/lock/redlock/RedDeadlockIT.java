package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;

import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.concurrent.TwoLocks;
import io.holdfast.lock.testkit.process.CapturedLog;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Threads that wait for each other's quorum locks, where each node knows a client by another id.
 */
class RedDeadlockIT {

  private static final RedLockSettings SETTINGS =
      RedLockSettings.builder().quarantine(false).build();

  private final List<RedisServer> servers = Stream.generate(RedisServer::start).limit(3).toList();

  @AfterEach
  void end() {
    servers.forEach(RedisServer::close);
  }

  /** A quorum that is closed takes back what it told, as its clients may live on. */
  @Test
  void close_threadsAreBlocked_areForgotten() {
    CountDownLatch both = new CountDownLatch(2);
    HoldfastSettings settings = HoldfastSettings.builder().longWait(Duration.ofSeconds(1)).build();
    try (HoldfastClient client = HoldfastClient.connect(settings, servers.get(0).uri());
        TestThreads threads = TestThreads.open()) {
      RedLocks locks = new RedLocks(SETTINGS, client);
      TwoLocks.take(threads, "one", locks.get("a"), locks.get("b"), both);
      TwoLocks.take(threads, "two", locks.get("b"), locks.get("a"), both);
      eventually()
          .expect(
              "told", () -> servers.get(0).keys("holdfast:blocked:*"), keys -> keys.size() == 1);

      locks.close();

      within(Duration.ofSeconds(10)) // before they expire
          .expect("taken back", () -> servers.get(0).keys("holdfast:blocked:*"), List::isEmpty);
    }
  }

  private RedLocks connect(String label) {
    return RedLocks.connect(
        SETTINGS,
        HoldfastSettings.builder().clientLabel(label).longWait(Duration.ofSeconds(1)).build(),
        servers.stream().map(RedisServer::uri).toArray(String[]::new));
  }

  @Test
  void deadlock_overThreeNodesOfWhichOneIsAway_isToldByBoth() {
    CountDownLatch both = new CountDownLatch(2);
    try (CapturedLog log = CapturedLog.begin();
        TestThreads threads = TestThreads.open();
        RedLocks one = connect("app-1");
        RedLocks two = connect("app-2")) {
      servers.get(0).kill();
      TwoLocks.take(threads, "one", one.get("a"), one.get("b"), both);
      TwoLocks.take(threads, "two", two.get("b"), two.get("a"), both);

      eventually()
          .isTrue(
              "both tell it",
              () ->
                  log.lines(
                              "Lock 'b': deadlock for ",
                              "thread 'test-one' of app-1 waits for quorum lock 'b' held by thread"
                                  + " 'test-two' of app-2, which waits for quorum lock 'a' held by")
                          > 0
                      && log.lines("Lock 'a': deadlock for ", "thread 'test-two' of app-2") > 0);
    }
  }
}
