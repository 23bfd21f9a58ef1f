package io.holdfast.lock.cli.list;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.cli.CommandLineRun;
import io.holdfast.lock.cli.ExitStatus;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.fair.FairLocks;
import io.holdfast.lock.readwrite.ReadWriteLocks;
import io.holdfast.lock.redlock.RedLockSettings;
import io.holdfast.lock.redlock.RedLocks;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.concurrent.TwoLocks;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** {@code holdfast ls --deadlocks}: cycles of threads of several processes and kinds of lock. */
@ExtendWith(RedisServerExtension.class)
@SuppressWarnings("LockNotBeforeTry") // the clients end what they hold
class DeadlockListIT {

  private static final RedLockSettings UNGUARDED =
      RedLockSettings.builder().quarantine(false).build();

  private final List<HoldfastClient> clients = new ArrayList<>();
  private final TestThreads threads = TestThreads.open();
  private RedisServer server;

  @BeforeEach
  void begin(@FreshServer RedisServer fresh) {
    server = fresh;
  }

  @AfterEach
  void end() {
    clients.forEach(HoldfastClient::close);
    threads.close();
  }

  private HoldfastClient client(String label) {
    HoldfastClient client =
        HoldfastClient.connect(
            HoldfastSettings.builder().clientLabel(label).longWait(Duration.ofSeconds(1)).build(),
            server.uri());
    clients.add(client);
    return client;
  }

  private CommandLineRun holdfast(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(1, List.of("--redis", server.uri()));
    return CommandLineRun.of(all.toArray(String[]::new));
  }

  private CommandLineRun awaitDeadlock(String... words) {
    return eventually()
        .expect("a deadlock", () -> holdfast(words), run -> run.status() == ExitStatus.FAILED);
  }

  @Test
  void ls_cycleThroughAllKinds_printsItOnce() {
    CountDownLatch all = new CountDownLatch(3);
    HoldfastClient one = client("web-3/4711");
    HoldfastClient two = client("web-4/4712");
    HoldfastClient three = client("worker");
    TwoLocks.take(threads, "one", one.lock("a"), new FairLocks(one).get("b"), all);
    TwoLocks.take(
        threads,
        "two",
        new FairLocks(two).get("b"),
        new ReadWriteLocks(two).get("c").writeLock(),
        all);
    TwoLocks.take(
        threads, "three", new ReadWriteLocks(three).get("c").readLock(), three.lock("a"), all);

    CommandLineRun run = awaitDeadlock("ls", "--deadlocks");

    assertThat(run.out().lines())
        .singleElement()
        .asString()
        .startsWith("deadlock: ")
        .contains(
            "thread 'test-one' of web-3/4711 waits for fair lock 'b' held by",
            "thread 'test-two' of web-4/4712, which waits for write lock 'c' held by",
            "thread 'test-three' of worker, which waits for lock 'a' held by");
    assertThat(awaitDeadlock("ls", "--deadlocks", "--json").out().lines())
        .singleElement()
        .asString()
        .startsWith("{\"deadlock\":[{\"label\":")
        .contains(
            "\"host\":\"web-3\",\"process\":4711,\"thread\":\"test-one\",\"waitedMs\":",
            "\"waitsFor\":{\"kind\":\"fair\",\"name\":\"b\"},\"holds\":[{\"kind\":\"lock\",\"name\":\"a\"}]");
  }

  /** Through one node of a quorum, whose locks have no waiters at the server. */
  @Test
  void ls_cycleOfQuorumLocks_printsIt() {
    CountDownLatch both = new CountDownLatch(2);
    HoldfastClient one = client("web-3/4711");
    HoldfastClient two = client("web-4/4712");
    try (RedLocks ofOne = new RedLocks(UNGUARDED, one);
        RedLocks ofTwo = new RedLocks(UNGUARDED, two)) {
      TwoLocks.take(threads, "one", ofOne.get("a"), ofOne.get("b"), both);
      TwoLocks.take(threads, "two", ofTwo.get("b"), ofTwo.get("a"), both);

      assertThat(awaitDeadlock("ls", "--deadlocks").out())
          .contains("thread 'test-one' of web-3/4711 waits for quorum lock 'b' held by");
    }
  }

  @Test
  void ls_whileThreadsOnlyWait_findsNone() {
    DistributedLock held = client("web-3/4711").lock("a");
    held.lock();
    CountDownLatch one = new CountDownLatch(1);
    TwoLocks.take(threads, "one", client("worker").lock("b"), clients.get(1).lock("a"), one);
    eventually()
        .expect("it is blocked", () -> server.keys("holdfast:blocked:*"), keys -> keys.size() == 1);

    CommandLineRun run = holdfast("ls", "--deadlocks");

    assertThat(run.status()).isEqualTo(ExitStatus.OK);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("no deadlock is known (prefix 'holdfast')");
  }

  /** Whatever stands at such a key by another application, or another version. */
  @Test
  void ls_whatCannotBeRead_isLeftOut() {
    server.admin().command("SET", "holdfast:blocked:one~x", "no time");
    server.admin().command("SET", "holdfast:blocked:two", "1 2 of another version");
    server.admin().command("RPUSH", "holdfast:blocked:three~x", "list");

    assertThat(holdfast("ls", "--deadlocks").status()).isEqualTo(ExitStatus.OK);
  }

  @Test
  void ls_withOptionsOfLists_isRefused() {
    CommandLineRun run = holdfast("ls", "--deadlocks", "--all");

    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains("--deadlocks: not with --all, --kind or --porcelain");
  }
}
