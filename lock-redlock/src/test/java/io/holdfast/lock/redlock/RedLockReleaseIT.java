package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.core.HoldfastSettings;
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
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A release reaches every node, also those that were away at the time. */
class RedLockReleaseIT extends RedLockSuite {

  private Masters five;
  private Quorums quorum;

  @BeforeEach
  void open(@FreshServer Masters masters) {
    five = masters;
    quorum = open(five.uris());
  }

  private Hold heldEverywhere(Lease lease) throws InterruptedException {
    return heldByAll(quorum, five, AcquireOptions.defaults().lease(lease));
  }

  private void assertFreeEverywhere() {
    five.servers().forEach(server -> awaitFree(SOON, server, NAME));
    assertThat(quorum.locks().pending()).isZero();
  }

  @Test
  void release_allReachable_leavesNothing() throws Exception {
    heldEverywhere(Lease.renewed()).close();
    assertFreeEverywhere();
  }

  @Test
  void release_nodeCutOff_isRepeatedUntilItIsBack() throws Exception {
    Hold hold = heldEverywhere(Lease.renewed());
    ActiveFault refusal = five.proxy(1).refuseConnections();
    five.proxy(1).cut(Connections.all(), Cut.RST);
    hold.close();
    awaitFree(SOON, five.server(2), NAME);
    assertThat(isHeldAt(five.server(1), NAME)).isTrue();
    refusal.heal();
    assertFreeEverywhere();
  }

  @Test
  void release_nodeSilent_isDoneWhenItIsHeardAgain() throws Exception {
    Hold hold = heldEverywhere(Lease.renewed());
    ActiveFault silence = five.proxy(1).blackhole(Connections.all());
    hold.close();
    awaitFree(SOON, five.server(2), NAME);
    assertThat(isHeldAt(five.server(1), NAME)).isTrue();
    silence.heal();
    assertFreeEverywhere();
  }

  @Test
  void release_nodeStaysAway_leavesNothingWhenTheLeaseIsOver() throws Exception {
    Hold hold = heldEverywhere(Lease.fixed(Duration.ofSeconds(2)));
    ActiveFault refusal = five.proxy(1).refuseConnections();
    five.proxy(1).cut(Connections.all(), Cut.RST);
    hold.close();
    awaitFree(SOON, five.server(1), NAME);
    refusal.heal();
    assertFreeEverywhere();
  }

  @Test
  void release_afterALongExtension_isRepeatedAsLong() throws Exception {
    Hold hold = heldEverywhere(Lease.fixed(Duration.ofSeconds(2)));
    hold.extend(LEASE); // a majority has it; the node that is cut off now is to have it as well
    within(SOON).isTrue("it is extended there", () -> leaseAt(five.server(1), NAME) > 8_000);
    ActiveFault refusal = five.proxy(1).refuseConnections();
    five.proxy(1).cut(Connections.all(), Cut.RST);
    hold.close();
    // Longer than the lease that it began with, and any repeat of that.
    stays(Duration.ofSeconds(8), "it is held there", () -> isHeldAt(five.server(1), NAME));
    refusal.heal();
    assertFreeEverywhere();
  }

  /** Only the coordinator has not heard of the release, and keeps its waiters waiting. */
  @Test
  void release_coordinatorCutOffFromTheHolder_doesNotKeepOthersWaiting() throws Exception {
    Quorums other = open(direct(five));
    int coordinator = Math.floorMod(NAME.hashCode(), five.size());
    Hold hold = heldEverywhere(Lease.renewed());
    CompletableFuture<Hold> waiting = other.locks().get(NAME).acquireAsync();
    within(SOON).isTrue("it waits", () -> ticketsAt(five.server(coordinator), NAME) == 1);
    try (ActiveFault away = five.proxy(coordinator).refuseConnections()) {
      five.proxy(coordinator).cut(Connections.all(), Cut.RST);
      hold.close();
      assertThat(waiting).succeedsWithin(SOON); // and not when the lease is over
      assertThat(isHeldAt(five.server(coordinator), NAME)).isTrue();
    }
    waiting.join().close();
    assertFreeEverywhere();
  }

  /** The coordinator would grant it to the waiter, which would then expect no further message. */
  @Test
  void release_holderHasNeverReachedTheCoordinator_isToldToWhoWaits() throws Exception {
    assertIsToldToWhoWaits(five, List.of());
  }

  @Test
  void release_ofFourAndOneHasNeverBeenReached_isToldToWhoWaits(
      @FreshServer(value = "four", masters = 4) Masters four) throws Exception {
    quorum = open(four.uris());
    assertIsToldToWhoWaits(four, List.of());
  }

  @Test
  void release_anotherNodeIsDown_isToldToWhoWaits() throws Exception {
    assertIsToldToWhoWaits(five, List.of(4));
  }

  private void assertIsToldToWhoWaits(Masters masters, List<Integer> behindTheCoordinator)
      throws Exception {
    Quorums other = open(direct(masters));
    int coordinator = Math.floorMod(NAME.hashCode(), masters.size());
    int next = (coordinator + 1) % masters.size();
    for (int down : behindTheCoordinator) {
      masters.server((coordinator + down) % masters.size()).kill();
    }
    CompletableFuture<Hold> waiting;
    try (ActiveFault away = masters.proxy(coordinator).refuseConnections()) {
      masters.proxy(coordinator).cut(Connections.all(), Cut.RST);
      Hold hold = quorum.locks().get(NAME).acquire();
      waiting = other.locks().get(NAME).acquireAsync();
      within(SOON).isTrue("it waits", () -> ticketsAt(masters.server(next), NAME) == 1);
      assertThat(other.locks().get(NAME).inspect().queueLength()).isOne();
      awaitFree(SOON, masters.server(coordinator), NAME);
      hold.close();
      assertThat(waiting).succeedsWithin(SOON);
    }
    waiting.join().close();
    masters.servers().stream()
        .filter(RedisServer::isRunning)
        .forEach(server -> awaitFree(SOON, server, NAME));
  }

  /** A request that was never sent need not be ended: a node may be away for long. */
  @Test
  void release_nodeKnownToBeAway_isNotOwedToIt() {
    Duration timeout = Duration.ofMinutes(1);
    HoldfastSettings patient =
        HoldfastSettings.builder()
            .lease(LEASE) // a release is owed for as long
            .claimLease(Duration.ofMinutes(5))
            .commandTimeout(timeout)
            .build();
    RedLockSettings.Builder settings = RedLockSettings.builder().maxLease(LEASE).quarantine(false);
    Quorums other = open(settings, patient, direct(five));
    five.server(1).kill();
    five.server(3).kill();
    within(SOON)
        .isTrue(
            "both are known to be away",
            () ->
                other.locks().inspectNodes(NAME).stream()
                        .flatMap(node -> node.problem().stream())
                        .filter(problem -> problem.contains("not connected"))
                        .count()
                    == 2);
    for (int i = 0; i < 20; i++) {
      other.locks().get(NAME).lock();
      other.locks().get(NAME).unlock();
    }
    long start = System.nanoTime();
    other.locks().close(); // waits for the owed release
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(timeout);
  }

  @Test
  void release_questionStillOnItsWay_isUndoneWhereItArrives() throws Exception {
    heldEverywhere(Lease.renewed()).close();
    assertFreeEverywhere();
    Rule late = five.proxy(1).when(Command.script()).holdCommand();
    Hold hold = quorum.locks().get(NAME).acquire();
    late.awaitFired(SOON);
    hold.close();
    late.release();
    assertFreeEverywhere();
    assertThat(quorum.locks().get(NAME).tryLock()).isTrue();
    quorum.locks().get(NAME).unlock();
    assertFreeEverywhere();
  }
}
