package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.Masters;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How many nodes are needed, and what is reported and left when there are too few. */
class RedLockNodesIT extends RedLockSuite {

  enum Fault {
    DEAD,
    FROZEN;

    void strike(RedisServer server) {
      switch (this) {
        case DEAD -> server.kill();
        case FROZEN -> server.freeze();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void tryLock_threeNodesAway_failsInTimeAndTellsOfEach(Fault fault, @FreshServer Masters five) {
    Quorums quorum = open(five.uris());
    DistributedLock lock = quorum.locks().get(NAME);
    lock.lock();
    lock.unlock();
    strikeThree(fault, five);

    assertFailsWithin(Duration.ZERO, lock::tryLock, five);
    assertNothingLeftAtTheOthers(five);
    Duration wait = Duration.ofMillis(1500);
    assertFailsWithin(wait, () -> lock.tryLock(wait, LEASE), five);
    assertNothingLeftAtTheOthers(five);
    within(SOON).isTrue("nothing open", () -> quorum.locks().pending() == 0);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("failure 47: two nodes are dead or frozen")
  void lock_twoNodesAway_waitsForNeither(Fault fault, @FreshServer Masters five) {
    Duration nodeTimeout = Duration.ofSeconds(1);
    int turns = 100; // would take longer than the limit, were it waited for them
    assertThat(nodeTimeout.multipliedBy(turns)).isGreaterThan(SOON);
    try (TestThreads threads = TestThreads.open()) {
      DistributedLock lock =
          open(RedLockSettings.builder().quarantine(false).nodeTimeout(nodeTimeout), five.uris())
              .locks()
              .get(NAME);
      lock.lock();
      lock.unlock();
      List.of(1, 3).forEach(index -> fault.strike(five.server(index)));

      CompletableFuture<Integer> taken =
          threads.call(
              "owner",
              () -> {
                int i = 0;
                for (; i < turns; i++) {
                  lock.lock();
                  lock.unlock();
                }
                return i;
              });

      assertThat(taken).succeedsWithin(SOON).isEqualTo(turns);
    }
  }

  /**
   * The answer of each node. No call waits for a node that is known to be away, or asks it for
   * ever.
   */
  @ParameterizedTest
  @EnumSource
  void tryLock_threeNodesAway_asksTwiceAtMostAndReportsEach(
      Fault fault, @FreshServer Masters five) {
    Duration nodeTimeout = fault == Fault.DEAD ? SOON : Duration.ofMillis(500);
    DistributedLock lock =
        open(RedLockSettings.builder().quarantine(false).nodeTimeout(nodeTimeout), five.uris())
            .locks()
            .get(NAME);
    lock.lock();
    lock.unlock();
    awaitFree(SOON, five.server(0), NAME);
    strikeThree(fault, five);
    LuaScript acquire = QuorumParts.SCRIPTS.acquire();
    Rule asked =
        five.proxy(0).when(Command.script(acquire.text(), acquire.sha1()).always()).observe();

    long start = System.nanoTime();
    Throwable thrown = catchThrowable(lock::tryLock);

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
    assertThat(asked.fired()).isLessThanOrEqualTo(2);
    assertThat(thrown).isInstanceOf(LockServerException.class);
    String message = String.valueOf(thrown.getMessage());
    for (int i : List.of(0, 4)) {
      // It may be certain that there is no majority before they have said anything.
      String said = fault == Fault.DEAD ? "(granted|no answer yet)" : "granted";
      assertThat(message).containsPattern(":%d: %s".formatted(five.proxy(i).port(), said));
    }
    for (int i : List.of(1, 2, 3)) {
      String said =
          fault == Fault.DEAD ? "connect" : "no answer within"; // "Currently not connected"
      assertThat(message).containsPattern(":%d: [^;]*%s".formatted(five.proxy(i).port(), said));
    }
  }

  @Test
  void forceUnlock_nodesAway_needsAMajority(@FreshServer Masters five) throws Exception {
    Hold hold = heldByAll(open(five.uris()), five, AcquireOptions.defaults());
    RedLockSettings.Builder patient = RedLockSettings.builder().quarantine(false).nodeTimeout(SOON);
    DistributedLock lock = open(patient, five.uris()).locks().get(NAME);
    assertThat(lock.isLocked()).isTrue();
    List.of(1, 3).forEach(index -> five.server(index).kill());
    assertThat(lock.inspect().holder()).isPresent();
    CompletableFuture<LossCause> loss = new CompletableFuture<>();
    hold.onLost(loss::complete);
    assertThat(lock.forceUnlock()).isTrue();
    assertThat(loss).succeedsWithin(SOON).isEqualTo(LossCause.FORCED);
    for (int i : List.of(0, 2, 4)) {
      awaitFree(SOON, five.server(i), NAME);
    }
    assertThat(lock.tryLock()).isTrue();
    five.server(2).kill();
    assertThatThrownBy(lock::forceUnlock)
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining("3 of 5 nodes are needed (");
    assertThatThrownBy(lock::inspect)
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining("3 of 5 nodes are needed (");
  }

  /** An administrator has taken it away at two nodes. */
  @Test
  void forceUnlock_minorityOnly_isNoLoss(@FreshServer Masters five) throws Exception {
    Hold hold = heldByAll(open(five.uris()), five, AcquireOptions.defaults());
    LuaScript force = QuorumParts.SCRIPTS.force();
    for (int i : List.of(0, 1)) {
      List<String> answer =
          five.server(i)
              .admin()
              .texts(
                  "EVAL",
                  force.text(),
                  "2",
                  "holdfast:red:{ab}",
                  "holdfast:redq:{ab}",
                  "",
                  "holdfast:inbox:");
      assertThat(answer).containsExactly("FORCED");
    }
    assertThat(isHeldAt(five.server(0), NAME) || isHeldAt(five.server(1), NAME)).isFalse();
    stays(Duration.ofMillis(300), "held by the others", hold::isValid);
    hold.close();
    five.servers().forEach(server -> awaitFree(SOON, server, NAME));
  }

  private static void strikeThree(Fault fault, Masters five) {
    List.of(1, 2, 3).forEach(index -> fault.strike(five.server(index)));
  }

  private static void assertFailsWithin(Duration wait, ThrowingCallable call, Masters five) {
    long start = System.nanoTime();
    Throwable thrown = catchThrowable(call);
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    assertThat(thrown)
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining("3 of 5 nodes are needed (");
    IntStream.range(0, five.size())
        .forEach(i -> assertThat(thrown).hasMessageContaining(":" + five.proxy(i).port()));
    assertThat(took).isBetween(wait, SOON);
  }

  private static void assertNothingLeftAtTheOthers(Masters five) {
    awaitFree(SOON, five.server(0), NAME);
    awaitFree(SOON, five.server(4), NAME);
  }

  @Test
  @DisplayName("failure 28: all nodes have forgotten the scripts")
  void tryLock_allNodesHaveForgottenTheScripts_isTrue(@FreshServer Masters five) {
    DistributedLock lock = open(five.uris()).locks().get(NAME);
    for (int round = 0; round < 5; round++) {
      lock.lock();
      lock.unlock();
      for (int node = 0; node < five.size(); node++) {
        five.server(node).admin().text("SCRIPT", "FLUSH");
      }
      assertThat(lock.tryLock()).isTrue();
      lock.unlock();
    }
  }

  @Test
  void extend_threeNodesDead_fails(@FreshServer Masters five) throws Exception {
    RedLockSettings.Builder usual = RedLockSettings.builder().quarantine(false);
    Hold hold = open(usual, five.uris()).locks().get(NAME).acquire();
    List.of(1, 2, 3).forEach(index -> five.server(index).kill());
    assertThatThrownBy(() -> hold.extend(Duration.ofSeconds(50)))
        .isInstanceOf(LockServerException.class);
    assertThat(hold.remaining()).isLessThan(Duration.ofSeconds(31));
  }

  @DisplayName("failure 46: the number of nodes is even, or one")
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void lock_soManyNodes_excludesWhileAMajorityLives(int size) throws Exception {
    try (Masters masters = Masters.start(size)) {
      Quorums here = open(masters.uris());
      Quorums there = open(masters.uris());
      int needed = size / 2 + 1;
      assertExcludes(here, there);
      for (int i = needed; i < size; i++) {
        masters.server(i).kill();
        assertExcludes(here, there);
      }
      masters.server(0).kill();
      assertThatThrownBy(() -> here.locks().get(NAME).tryLock())
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("%d of %d nodes are needed (".formatted(needed, size));
      for (int i = 1; i < needed; i++) {
        awaitFree(SOON, masters.server(i), NAME);
      }
    }
  }

  /** Some settings of the quorum, such as its label, come from the client of the first node. */
  @Test
  void lock_firstOfThreeDead_goesOn(@FreshServer(masters = 3) Masters three) throws Exception {
    Quorums here = open(three.uris());
    Quorums there = open(three.uris());
    Hold hold = here.locks().get("held").acquire();
    three.server(0).kill();
    assertExcludes(here, there);
    assertExcludes(there, here);
    assertThat(hold.isValid()).isTrue();
    hold.extend(Duration.ofSeconds(50));
    hold.close();
    awaitFree(SOON, three.server(1), "held");
    awaitFree(SOON, three.server(2), "held");
  }

  private static void assertExcludes(Quorums here, Quorums there) throws InterruptedException {
    DistributedLock mine = here.locks().get(NAME);
    DistributedLock theirs = there.locks().get(NAME);
    mine.lock();
    long token = mine.token();
    assertThat(theirs.tryLock()).isFalse();
    mine.unlock();
    assertThat(theirs.tryLock(SOON, Duration.ofSeconds(10))).isTrue();
    assertThat(theirs.token()).isGreaterThan(token);
    assertThat(mine.tryLock()).isFalse();
    theirs.unlock();
  }

  /** Whichever of its nodes answers first. */
  private static long databasesWhereHeld(RedisServer server) {
    return server
        .admin()
        .number(
            "EVAL",
            """
            local held = 0
            for database = 0, 1 do
              redis.call('SELECT', database)
              held = held + redis.call('EXISTS', KEYS[1])
            end
            return held
            """,
            "1",
            "holdfast:red:{" + NAME + "}");
  }

  @Test
  @DisplayName("failure 46: two nodes are one server")
  void lock_sameServerTwice_countsItsVoteOnce(@FreshServer(masters = 2) Masters two) {
    RedisServer first = two.server(0);
    RedisServer second = two.server(1);
    // Its databases do not share a key, so that the key by itself would not show it.
    Quorums quorum = open(List.of(first.uri() + "/0", two.proxy(0).uri() + "/1", second.uri()));
    DistributedLock lock = quorum.locks().get(NAME);
    lock.lock(); // both servers together are a majority
    within(SOON)
        .isTrue(
            "held at both, at each once",
            () -> isHeldAt(second, NAME) && databasesWhereHeld(first) == 1);
    lock.unlock();
    second.kill();
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(lock::tryLock)
          .isInstanceOf(LockServerException.class)
          .hasMessageContaining("the same server as another node");
    }
    awaitFree(SOON, first, NAME);
  }
}
