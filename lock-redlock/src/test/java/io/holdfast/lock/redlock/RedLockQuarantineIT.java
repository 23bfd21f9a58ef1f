package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.Masters;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A node that may have forgotten its votes does not vote. */
class RedLockQuarantineIT extends RedLockSuite {

  /** Each node is asked once a minute, whatever it said. */
  private static final Duration HALF_A_MINUTE = Duration.ofSeconds(30);

  private static final Duration MAX_LEASE = Duration.ofMinutes(10);
  private static final AcquireOptions FIXED =
      AcquireOptions.defaults().lease(Lease.fixed(MAX_LEASE));

  private static RedLockSettings.Builder quarantine(boolean on) {
    return RedLockSettings.builder().maxLease(MAX_LEASE).quarantine(on);
  }

  private static void outOfQuarantine(Masters masters) {
    remember(masters, Duration.ofHours(1));
  }

  @Test
  void tryLock_nodesJustStarted_failsAndSaysWhyUntilTheLongestLeaseIsOver(
      @FreshServer Masters five) {
    Duration longest = Duration.ofSeconds(8);
    Quorums quorum =
        open(RedLockSettings.builder().maxLease(longest).quarantine(true), five.uris());
    assertThat(quorum.locks().inspectNodes(NAME)).hasSize(5);
    within(SOON)
        .isTrue(
            "each has said of itself that it has just begun",
            () ->
                quorum.locks().inspectNodes(NAME).stream()
                    .allMatch(node -> node.problem().orElse("").contains("in quarantine for")));
    assertThatThrownBy(() -> quorum.locks().get(NAME).tryLock())
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining("in quarantine for");
    within(SOON).isTrue("had", () -> isHad(quorum));
    assertThat(five.servers())
        .filteredOn(server -> ageOf(server).compareTo(longest) >= 0)
        .hasSizeGreaterThanOrEqualTo(3);
    quorum.locks().get(NAME).unlock();
    five.servers().forEach(server -> awaitFree(SOON, server, NAME));
  }

  /** Of its epoch. */
  private static Duration ageOf(RedisServer server) {
    return Duration.ofMillis(System.currentTimeMillis() - bornAt(server) / 1000);
  }

  private static boolean isHad(Quorums quorum) {
    try {
      return quorum.locks().get(NAME).tryLock();
    } catch (LockServerException e) {
      return false; // in quarantine, or still connecting
    }
  }

  /** Events that make a server forget. */
  enum Oblivion {
    RESTARTED_EMPTY,
    RESTARTED_WITH_OLD_DATA,
    FLUSHED,
    REPLICA_FOR_A_WHILE;

    void prepare(RedisServer server, RedisServer other) {
      if (this == RESTARTED_WITH_OLD_DATA) {
        server.admin().text("SAVE");
      }
      other.admin().text("CONFIG", "SET", "repl-diskless-sync-delay", "0");
    }

    /** In favour of that other one, which knows nothing. */
    void strike(RedisServer server, RedisServer other) {
      switch (this) {
        case RESTARTED_EMPTY -> server.restartEmpty();
        case RESTARTED_WITH_OLD_DATA -> {
          server.kill();
          server.restart();
        }
        case FLUSHED -> server.admin().text("FLUSHALL");
        case REPLICA_FOR_A_WHILE -> {
          server.admin().text("REPLICAOF", "127.0.0.1", Integer.toString(other.port()));
          within(SOON)
              .isTrue(
                  "it has the other's data",
                  () -> "up".equals(server.info("replication").get("master_link_status")));
          server.admin().text("REPLICAOF", "NO", "ONE");
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("failure 44: a node forgets, beneath a hold")
  void tryLock_nodeForgotDuringAHold_doesNotVoteForAnother(
      Oblivion oblivion, @FreshServer Masters five) throws Exception {
    outOfQuarantine(five);
    oblivion.prepare(five.server(2), five.server(3));
    Quorums known = open(quarantine(true), direct(five));
    assertThat(isVotedOn(known.locks(), "other")).isTrue(); // it knows the nodes
    Hold held = heldAtThree(five, quarantine(true));
    oblivion.strike(five.server(2), five.server(3));
    Quorums unknown = open(quarantine(true), direct(five));
    for (int i = 0; i < 10; i++) {
      for (Quorums rival : List.of(known, unknown)) {
        assertThat(attempt(rival)).isEmpty();
      }
    }
    assertThat(held.isValid()).isTrue();
    for (Quorums rival : List.of(known, unknown)) {
      within(SOON).isTrue("it has heard why", () -> inQuarantine(rival, 2));
    }
    assertThatThrownBy(held::close).isInstanceOf(LeaseLostException.class); // two of five remember
    within(SOON).isTrue("had by the others", () -> attempt(known).isPresent());
  }

  @Test
  void tryLock_nodeRestartedEmptyDuringAHold_votesForAnotherWithoutQuarantine(
      @FreshServer Masters five) throws Exception {
    Hold held = heldAtThree(five, quarantine(false));
    Quorums rival = open(quarantine(false), direct(five));
    five.server(2).restartEmpty();
    try (Hold stolen = rival.locks().get(NAME).tryAcquire(FIXED.waitAtMost(SOON)).orElseThrow()) {
      assertThat(held.isValid()).as("two hold it: this is what quarantine is for").isTrue();
      assertThat(stolen.token()).isGreaterThan(held.token());
    }
  }

  private Hold heldAtThree(Masters five, RedLockSettings.Builder settings)
      throws InterruptedException {
    return heldAtThree(five, open(settings, five.uris()), FIXED);
  }

  private static Optional<Hold> attempt(Quorums rival) throws InterruptedException {
    try {
      return rival.locks().get(NAME).tryAcquire(FIXED.withoutWaiting());
    } catch (LockServerException e) { // too few vote
      return Optional.empty();
    }
  }

  @Test
  void renew_nodeRestartedEmptyDuringAHold_isNotToppedUp(@FreshServer Masters five)
      throws Exception {
    outOfQuarantine(five);
    Quorums quorum = open(quarantine(true), five.uris());
    Hold hold = heldByAll(quorum, five, AcquireOptions.defaults().lease(Lease.fixed(MAX_LEASE)));
    Rule votes = five.proxy(2).when(acquire().always()).observe();
    five.server(2).restartEmpty();
    within(SOON)
        .isTrue(
            "asked for its vote anew, and not any more",
            () -> {
              hold.extend(MAX_LEASE.minusSeconds(1));
              return inQuarantine(quorum, 2) && !isHeldAt(five.server(2), NAME);
            });
    long before = votes.fired();
    for (int i = 0; i < 10; i++) {
      hold.extend(MAX_LEASE.minusSeconds(1));
      assertThat(isHeldAt(five.server(2), NAME)).isFalse();
    }
    assertThat(votes.fired()).isEqualTo(before);
    hold.close();
    five.servers().forEach(server -> awaitFree(SOON, server, NAME));
  }

  private static boolean inQuarantine(Quorums quorum, int index) {
    return quorum
        .locks()
        .inspectNodes(NAME)
        .get(index)
        .problem()
        .orElse("")
        .contains("in quarantine for");
  }

  private static Command acquire() {
    return command(QuorumParts.SCRIPTS.acquire());
  }

  private static Command renew() {
    return command(QuorumParts.SCRIPTS.renew());
  }

  private static Command command(LuaScript script) {
    return Command.script(script.text(), script.sha1());
  }

  /**
   * A node forgets and is asked for its vote anew. It votes, and says so to a later renewal; but
   * that vote does not count, and is released.
   */
  @Test
  @DisplayName("failure 49: a node in quarantine renews")
  void extend_nodeInQuarantineHasVotedAnew_isNotCounted(
      @FreshServer(value = "three", masters = 3) Masters three) throws Exception {
    outOfQuarantine(three);
    Quorums quorum = open(quarantine(true), three.uris());
    Duration lease = Duration.ofMinutes(2);
    Hold hold = heldByAll(quorum, three, AcquireOptions.defaults().lease(Lease.fixed(lease)));
    three.server(0).admin().text("FLUSHALL");
    ActiveFault away = three.proxy(2).refuseConnections();
    three.proxy(2).cut(Connections.all(), Cut.RST);
    Rule vote = three.proxy(0).when(acquire()).holdReply();
    Rule renewals = three.proxy(0).when(renew().always()).observe();
    try (TestThreads threads = TestThreads.open()) {
      CompletableFuture<Boolean> first = extending(threads, "first", hold);
      vote.awaitFired(SOON); // asked anew, as it is gone there
      long asked = renewals.fired();
      CompletableFuture<Boolean> second = extending(threads, "second", hold);
      within(SOON).isTrue("asked to keep it", () -> renewals.fired() > asked);
      vote.release();
      assertThat(first).failsWithin(SOON);
      assertThat(second).failsWithin(SOON);
    }
    assertThat(hold.remaining()).isLessThan(lease);
    away.heal();
    within(SOON).isTrue("extended: two nodes count", () -> isExtended(hold));
    assertThat(hold.remaining()).isGreaterThan(lease);
    hold.close();
    three.servers().forEach(server -> awaitFree(SOON, server, NAME));
  }

  private static boolean isExtended(Hold hold) {
    try {
      hold.extend(Duration.ofMinutes(5));
      return true;
    } catch (LockServerException e) {
      return false; // still connecting
    }
  }

  private static CompletableFuture<Boolean> extending(TestThreads threads, String name, Hold hold) {
    return threads.call(
        name,
        () -> {
          hold.extend(Duration.ofMinutes(5));
          return true;
        });
  }

  /** A first replica changes the history that a master reports, and loses nothing. */
  @Test
  void tryLock_nodeIsGivenAReplica_isNotInQuarantine(
      @FreshServer Masters five, @FreshServer("replica") RedisServer replica) {
    outOfQuarantine(five);
    Quorums known = open(quarantine(true), five.uris());
    assertThat(isVotedOn(known.locks(), NAME)).isTrue();
    RedisServer node = five.server(1);
    String history = node.info("replication").get("master_replid");
    replica.admin().text("REPLICAOF", "127.0.0.1", Integer.toString(node.port()));
    within(SOON)
        .isTrue(
            "another history",
            () -> !history.equals(node.info("replication").get("master_replid")));
    Quorums unknown = open(quarantine(true), five.uris());
    for (Quorums quorum : List.of(known, unknown)) {
      assertAllVote(quorum);
    }
  }

  private static void assertAllVote(Quorums quorum) {
    within(SOON).isTrue("had", () -> isVotedOn(quorum.locks(), NAME));
    within(SOON)
        .isTrue(
            "all count",
            () ->
                quorum.locks().inspectNodes(NAME).stream()
                    .allMatch(one -> one.problem().isEmpty()));
  }

  @Test
  void tryLock_nodeIsAReplica_doesNotVote(
      @FreshServer(value = "three", masters = 3) Masters three) {
    outOfQuarantine(three);
    three
        .server(1)
        .admin()
        .text("REPLICAOF", "127.0.0.1", Integer.toString(three.server(0).port()));
    Quorums quorum = open(quarantine(true), three.uris());
    within(SOON).isTrue("had by the other two", () -> isVotedOn(quorum.locks(), NAME));
    within(SOON)
        .isTrue(
            "it says why",
            () ->
                quorum
                    .locks()
                    .inspectNodes(NAME)
                    .get(1)
                    .problem()
                    .orElse("")
                    .contains("it is a slave, not a master"));
    // It is a master again, with the data of the other.
    three.server(1).admin().text("REPLICAOF", "NO", "ONE");
    within(HALF_A_MINUTE)
        .isTrue(
            "which is found out while locks are used",
            () -> isVotedOn(quorum.locks(), NAME) && hasBegunAnEpoch(three.server(1)));
    within(SOON).isTrue("and has consequences", () -> inQuarantine(quorum, 1));
  }

  /** Of a master that was a replica. */
  private static boolean hasBegunAnEpoch(RedisServer server) {
    String runId = server.info("server").get("run_id");
    String epoch = server.admin().text("GET", "holdfast:rednode");
    return epoch.startsWith(runId + ':') && !epoch.startsWith(runId + ":-");
  }

  /** The server no longer knows that it was a replica: it has had none of its own for long. */
  @Test
  void tryLock_nodeHasForgottenThatItWasAReplica_isNotInQuarantine(
      @FreshServer(value = "three", masters = 3) Masters three) {
    outOfQuarantine(three);
    RedisServer node = three.server(1);
    String epoch = node.admin().text("GET", "holdfast:rednode");
    node.admin().text("SET", "holdfast:rednode", epoch.replace(":- ", ":1234abcd "));
    Quorums quorum = open(quarantine(true), three.uris());
    assertAllVote(quorum);
  }

  /** After its clock was set back, the age of its epoch is unknown. */
  @Test
  void tryLock_epochBeginsInTheFuture_isInQuarantineFromNow(
      @FreshServer(value = "three", masters = 3) Masters three) {
    outOfQuarantine(three);
    remembers(three.server(1), 3, Duration.ofHours(-1));
    Quorums quorum = open(quarantine(true), three.uris());
    within(SOON).isTrue("had by the other two", () -> isVotedOn(quorum.locks(), NAME));
    within(SOON).isTrue("in quarantine", () -> inQuarantine(quorum, 1));
    assertThat(ageOf(three.server(1))).isBetween(Duration.ZERO, SOON.multipliedBy(2));
  }
}
