package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.concurrent.TwoLocks;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.CapturedLog;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Threads that wait for each other's locks: the log names them all. */
@ExtendWith(RedisServerExtension.class)
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
class DeadlockIT {

  private static final Duration LIMIT = Duration.ofSeconds(1);
  private static final String TOLD = "holdfast:blocked:*";

  private final List<HoldfastClient> clients = new ArrayList<>();
  private final TestThreads threads = TestThreads.open();
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
    threads.close();
  }

  private HoldfastClient client(String label) {
    HoldfastSettings settings =
        HoldfastSettings.builder().clientLabel(label).longWait(LIMIT).build();
    HoldfastClient client = HoldfastClient.connect(settings, server.uri());
    clients.add(client);
    return client;
  }

  private void takesBoth(
      String thread, HoldfastClient by, String first, String second, CountDownLatch all) {
    TwoLocks.take(threads, thread, by.lock(first), by.lock(second), all);
  }

  private void awaitLine(String... words) {
    eventually().isTrue("a line with " + String.join(", ", words), () -> log.lines(words) > 0);
  }

  @Test
  void deadlock_ofTwoClients_isToldByBoth() {
    CountDownLatch both = new CountDownLatch(2);
    takesBoth("one", client("app-1"), "a", "b", both);
    takesBoth("two", client("app-2"), "b", "a", both);

    awaitLine(
        "WARN io.holdfast.lock.deadlock - Lock 'b': deadlock for ",
        "thread 'test-one' of app-1 waits for lock 'b' held by thread 'test-two' of app-2,"
            + " which waits for lock 'a' held by thread 'test-one' of app-1");
    awaitLine(
        "Lock 'a': deadlock for ",
        "thread 'test-two' of app-2 waits for lock 'a' held by thread 'test-one' of app-1,"
            + " which waits for lock 'b' held by thread 'test-two' of app-2");
    awaitLine("long-wait", "has waited for", "; deadlock: thread 'test-one' of app-1 waits for");
  }

  @Test
  void deadlock_ofOneClientWhoseServerIsAway_isTold() {
    CountDownLatch all = new CountDownLatch(3);
    HoldfastClient client = client("app");
    takesBoth("one", client, "a", "b", all);
    takesBoth("two", client, "b", "a", all);
    eventually().isTrue("both have one", () -> all.getCount() == 1);

    server.kill();
    all.countDown();

    awaitLine(
        "thread 'test-one' of app waits for lock 'b' held by thread 'test-two' of app,"
            + " which waits for lock 'a' held by thread 'test-one' of app");
  }

  /** A thread that waits for one of a cycle is in none itself, nor is a chain. */
  @Test
  void waiters_thatAreInNoCircle_areNotTold() {
    CountDownLatch all = new CountDownLatch(4);
    client("main").lock("end").lock();
    takesBoth("chain", client("app-1"), "c", "end", all);
    takesBoth("beside", client("app-2"), "d", "a", all);
    takesBoth("one", client("app-3"), "a", "b", all);
    takesBoth("two", client("app-4"), "b", "a", all);

    awaitLine("Lock 'b': deadlock");
    for (String waiter : List.of("'test-chain'", "'test-beside'")) {
      String wait = waiter + " has waited for";
      eventually().isTrue("looked at more than once: " + waiter, () -> log.lines(wait) > 1);
    }
    assertThat(log.lines("deadlock", "chain")).isZero();
    assertThat(log.lines("deadlock: thread 'test-beside")).isZero();
    assertThat(log.lines("deadlock for", "'test-beside")).isZero();
  }

  @Test
  void deadlock_thatIsResolved_isForgotten() throws Exception {
    CountDownLatch both = new CountDownLatch(2);
    DistributedLock a = client("app-1").lock("a");
    DistributedLock b = clients.get(0).lock("b");
    Thread first =
        threads.start(
            "one",
            () -> {
              a.lock();
              both.countDown();
              both.await();
              assertThatThrownBy(b::lockInterruptibly).isInstanceOf(InterruptedException.class);
              a.unlock();
            });
    takesBothAndLetsGo(client("app-2"), both);
    awaitLine("Lock 'b': deadlock");
    eventually().expect("both are blocked", () -> server.keys(TOLD), keys -> keys.size() == 2);

    first.interrupt();

    eventually().expect("nobody is blocked", () -> server.keys(TOLD), List::isEmpty);
  }

  private void takesBothAndLetsGo(HoldfastClient by, CountDownLatch both) {
    threads.start(
        "two",
        () -> {
          by.lock("b").lock();
          both.countDown();
          both.await();
          by.lock("a").lock();
          by.lock("a").unlock();
          by.lock("b").unlock();
        });
  }

  /**
   * It gives up, and keeps what it has: the thread that waits for that lock is in no cycle any
   * more.
   */
  @Test
  void deadlock_oneHasGivenUp_isNotToldAnyMore() throws Exception {
    CountDownLatch both = new CountDownLatch(2);
    HoldfastClient other = client("app-2");
    takesBoth("one", client("app-1"), "a", "b", both);
    Thread two =
        threads.start(
            "two",
            () -> {
              other.lock("b").lock();
              both.countDown();
              both.await();
              assertThatThrownBy(other.lock("a")::lockInterruptibly)
                  .isInstanceOf(InterruptedException.class);
              new CountDownLatch(1).await(); // until the test ends
            });
    awaitLine("'test-one' has waited for", "; deadlock: thread 'test-one' of app-1 waits for");

    two.interrupt();

    long before = longWaitsOutsideOfCycles();
    eventually().isTrue("a line without it", () -> longWaitsOutsideOfCycles() > before);
  }

  private long longWaitsOutsideOfCycles() {
    String wait = "'test-one' has waited for";
    return log.lines(wait) - log.lines(wait, "; deadlock: ");
  }

  @Test
  void close_threadsAreBlocked_areForgotten() {
    CountDownLatch both = new CountDownLatch(2);
    HoldfastClient client = client("app");
    takesBoth("one", client, "a", "b", both);
    takesBoth("two", client, "b", "a", both);
    eventually().expect("told", () -> server.keys(TOLD), keys -> keys.size() == 1);

    client.close();

    within(Duration.ofSeconds(10)) // before they expire
        .expect("taken back", () -> server.keys(TOLD), List::isEmpty);
  }

  @Test
  void deadlock_ofThreeProcesses_isToldByEach() throws Exception {
    try (JvmProcess one = process("app-1", "a", "b");
        JvmProcess two = process("app-2", "b", "c");
        JvmProcess three = process("app-3", "c", "a")) {
      for (JvmProcess process : List.of(one, two, three)) {
        process.send("");
      }

      one.awaitLine(
          ".*thread 'main' of app-1 waits for lock 'b' held by thread 'main' of app-2, which waits"
              + " for lock 'c' held by thread 'main' of app-3, which waits for lock 'a' held by"
              + " thread 'main' of app-1.*");
      two.awaitLine(".*Lock 'c': deadlock for .*: thread 'main' of app-2 waits for.*");
      three.awaitLine(".*Lock 'a': deadlock for .*: thread 'main' of app-3 waits for.*");
    }
  }

  private JvmProcess process(String label, String first, String second) throws Exception {
    return JvmProcess.start(DeadlockWorker.class, server.uri(), label, first, second)
        .ready("holds");
  }
}
