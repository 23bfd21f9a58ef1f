package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.core.TestClients;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.time.MonotonicClock;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.Masters;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Split votes: no client has a majority. */
class RedLockSplitIT extends RedLockSuite {

  private static final Duration LONGEST_PAUSE = Duration.ofMillis(20);

  private final StoppedClock clock = new StoppedClock();
  private Masters five;
  private Quorums quorum;

  /** The clock runs by itself until it is stopped, and then as the test says. */
  private static final class StoppedClock implements MonotonicClock {

    private final AtomicLong stoppedAt = new AtomicLong();

    @Override
    public long nanoTime() {
      long nanos = stoppedAt.get();
      return nanos == 0 ? System.nanoTime() : nanos;
    }

    void stop() {
      stoppedAt.set(System.nanoTime());
    }

    void advance(Duration by) {
      stoppedAt.addAndGet(by.toNanos());
    }
  }

  @BeforeEach
  void open(@FreshServer Masters masters) throws InterruptedException {
    five = masters;
    RedLockSettings.Builder settings = RedLockSettings.builder().maxLease(LEASE).quarantine(false);
    quorum = open(settings, TestClients.settings(clock), five.uris());
    heldByAll(quorum, five, AcquireOptions.defaults()).close();
    five.servers().forEach(server -> awaitFree(SOON, server, NAME));
  }

  /** The vote of that node for a client of that label. */
  private static void votes(RedisServer server, String label) {
    String key = "holdfast:red:{" + NAME + "}";
    server.admin().number("HSET", key, "id", label + "~abc:1:300000", "token", "1", "last", "2");
    server.admin().number("PEXPIRE", key, Long.toString(LEASE.toMillis()));
  }

  private static void withdraws(RedisServer server) {
    assertThat(server.admin().number("DEL", "holdfast:red:{" + NAME + "}")).isOne();
  }

  private List<Rule> questions() {
    LuaScript acquire = QuorumParts.SCRIPTS.acquire();
    return five.servers().stream()
        .map(server -> five.proxy(five.servers().indexOf(server)))
        .map(proxy -> proxy.when(Command.script(acquire.text(), acquire.sha1()).always()).observe())
        .toList();
  }

  private static void assertAsked(List<Rule> questions, int times) {
    within(SOON)
        .isTrue("all are asked", () -> questions.stream().allMatch(rule -> rule.fired() >= times));
    assertThat(questions).allSatisfy(rule -> assertThat(rule.fired()).isEqualTo(times));
  }

  @Test
  @DisplayName("failure 146: each client has a vote or two, and releases them")
  void tryLock_votesAreSplit_triesOnceMoreWhenTheOthersHaveLetGo() throws Exception {
    List<Rule> questions = questions();
    votes(five.server(0), "one");
    votes(five.server(1), "another");
    votes(five.server(2), "third");
    clock.stop();
    try (TestThreads threads = TestThreads.open()) {
      CompletableFuture<Boolean> had =
          threads.call("tries", () -> quorum.locks().get(NAME).tryLock());
      assertAsked(questions, 1);
      List.of(3, 4).forEach(i -> awaitFree(SOON, five.server(i), NAME));
      stays(Duration.ofMillis(300), "it pauses", () -> !had.isDone());
      List.of(0, 1, 2).forEach(i -> withdraws(five.server(i)));
      clock.advance(LONGEST_PAUSE);
      assertThat(had).succeedsWithin(SOON).isEqualTo(true);
    }
    assertAsked(questions, 2);
  }

  @Test
  @DisplayName("failure 146: the votes are split twice")
  void tryLock_votesAreSplitAgain_isFalse() throws Exception {
    List<Rule> questions = questions();
    votes(five.server(0), "one");
    votes(five.server(1), "another");
    votes(five.server(2), "third");
    assertThat(quorum.locks().get(NAME).tryLock()).isFalse();
    List.of(3, 4).forEach(i -> awaitFree(SOON, five.server(i), NAME));
    assertAsked(questions, 2);
    assertThat(quorum.locks().pending()).isZero();
  }

  @Test
  @DisplayName("failure 146: the lock is held, and no client that tries waits")
  void tryLock_held_asksOnce() throws Exception {
    try (Hold hold = heldByAll(open(five.uris()), five, AcquireOptions.defaults())) {
      List<Rule> questions = questions();
      clock.stop();
      assertThat(quorum.locks().get(NAME).tryLock()).isFalse();
      assertAsked(questions, 1);
      assertThat(hold.isValid()).isTrue();
    }
  }
}
