package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.Masters;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A node that may have forgotten whom it voted for does not vote. */
class RedLockQuarantineIT extends RedLockSuite {

  private static final Duration MAX_LEASE = Duration.ofSeconds(9);
  private static final Duration LEASE = Duration.ofSeconds(8);
  private static final AcquireOptions FIXED = AcquireOptions.defaults().lease(Lease.fixed(LEASE));

  private Masters five;

  @BeforeEach
  void start(@FreshServer Masters masters) {
    five = masters;
  }

  private static RedLockSettings.Builder quarantine(boolean on) {
    return RedLockSettings.builder().maxLease(MAX_LEASE).quarantine(on);
  }

  private static long uptimeSeconds(RedisServer server) {
    return Long.parseLong(server.info("server").get("uptime_in_seconds"));
  }

  private void awaitOutOfQuarantine() {
    within(Duration.ofSeconds(30))
        .isTrue(
            "all are up for long enough",
            () ->
                five.servers().stream()
                    .allMatch(server -> uptimeSeconds(server) > MAX_LEASE.toSeconds()));
  }

  @Test
  void tryLock_nodesJustStarted_failsAndSaysWhyUntilTheLongestLeaseIsOver() {
    Quorums quorum = open(quarantine(true), five.uris());
    assertThatThrownBy(() -> quorum.locks().get(NAME).tryLock())
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining("in quarantine for");
    assertThat(quorum.locks().inspectNodes(NAME))
        .allSatisfy(node -> assertThat(node.problem().orElseThrow()).contains("in quarantine for"));
    within(Duration.ofSeconds(30)).isTrue("had", () -> isHad(quorum));
    assertThat(five.servers())
        .filteredOn(server -> uptimeSeconds(server) >= MAX_LEASE.toSeconds())
        .hasSizeGreaterThanOrEqualTo(3);
    quorum.locks().get(NAME).unlock();
    five.servers().forEach(server -> awaitFree(SOON, server, NAME));
  }

  private static boolean isHad(Quorums quorum) {
    try {
      return quorum.locks().get(NAME).tryLock();
    } catch (LockServerException e) {
      return false; // in quarantine, or still connecting
    }
  }

  @Test
  @DisplayName("failure 44: nodes restart without data, beneath a hold")
  void tryLock_nodeRestartedEmptyDuringAHold_doesNotVoteForAnother() throws Exception {
    awaitOutOfQuarantine();
    Hold held = heldAtThree(quarantine(true));
    Quorums rival = open(quarantine(true), direct(five));
    five.server(2).restartEmpty();
    int attempts = 0;
    while (held.isValid()) {
      Optional<Hold> stolen = attempt(rival);
      assertThat(stolen.isPresent() && held.isValid()).isFalse();
      attempts++;
    }
    assertThat(attempts).isPositive();
    within(Duration.ofSeconds(30))
        .isTrue("had when the lease is over", () -> attempt(rival).isPresent());
  }

  @Test
  void tryLock_nodeRestartedEmptyDuringAHold_votesForAnotherWithoutQuarantine() throws Exception {
    Hold held = heldAtThree(quarantine(false));
    Quorums rival = open(quarantine(false), direct(five));
    five.server(2).restartEmpty();
    try (Hold stolen = rival.locks().get(NAME).tryAcquire(FIXED.waitAtMost(SOON)).orElseThrow()) {
      assertThat(held.isValid()).as("two hold it: this is what quarantine is for").isTrue();
      assertThat(stolen.token()).isGreaterThan(held.token());
    }
  }

  /** Had by the votes of the nodes 0, 1 and 2; the other two know nothing of it. */
  private Hold heldAtThree(RedLockSettings.Builder settings) throws InterruptedException {
    Quorums quorum = open(settings, five.uris());
    for (int i : List.of(3, 4)) {
      var unused = five.proxy(i).refuseConnections();
      five.proxy(i).cut(Connections.all(), Cut.RST);
    }
    Hold hold = quorum.locks().get(NAME).acquire(FIXED);
    for (int i : List.of(0, 1, 2)) {
      awaitHeld(SOON, five.server(i), NAME);
    }
    assertThat(isHeldAt(five.server(3), NAME) || isHeldAt(five.server(4), NAME)).isFalse();
    return hold;
  }

  private static Optional<Hold> attempt(Quorums rival) throws InterruptedException {
    try {
      return rival.locks().get(NAME).tryAcquire(FIXED.withoutWaiting());
    } catch (LockServerException e) {
      assertThat(e).hasMessageContaining("in quarantine for");
      return Optional.empty();
    }
  }

  @Test
  void renew_nodeRestartedEmptyDuringAHold_isNotToppedUp() throws Exception {
    awaitOutOfQuarantine();
    Quorums quorum = open(quarantine(true), five.uris());
    Hold hold =
        heldByAll(
            quorum, five, AcquireOptions.defaults().lease(Lease.renewed(Duration.ofSeconds(4))));
    five.server(2).restartEmpty();
    // It answers and says that it is new over one connection: it may vote in vain, once.
    AtomicLong lastHeldNanos = new AtomicLong(System.nanoTime());
    within(SOON)
        .isTrue(
            "held by the others alone for two leases",
            () -> {
              assertThat(hold.isValid()).isTrue();
              if (isHeldAt(five.server(2), NAME)) {
                lastHeldNanos.set(System.nanoTime());
              }
              return System.nanoTime() - lastHeldNanos.get() > Duration.ofSeconds(8).toNanos();
            });
    hold.close();
    five.servers().forEach(server -> awaitFree(SOON, server, NAME));
  }
}
