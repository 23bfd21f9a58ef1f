package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.Masters;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Clients list three of the nodes that others list all: a majority of each may have no node in
 * common.
 */
class RedLockTwoListsIT extends RedLockSuite {

  private static final Duration OLD = Duration.ofHours(1);
  private static final Duration SHORT = Duration.ofSeconds(4);
  private static final String USED = "holdfast:rednode:used";
  private static final String BY_FIVE = "00000000000000b2/5";
  private static final String BY_THREE = "00000000000000a1/3";
  private static final AcquireOptions RENEWED =
      AcquireOptions.defaults().lease(Lease.renewed(Duration.ofSeconds(2)));

  private Masters nodes;

  @BeforeEach
  void nodes(@FreshServer Masters five) {
    nodes = five;
  }

  /** Each list has its majority: two nodes, and three. */
  private void serve(Duration since) {
    for (RedisServer server : nodes.servers()) {
      String quorum = nodes.servers().indexOf(server) < 2 ? BY_THREE : BY_FIVE;
      remembers(server, quorum, since);
      server.admin().text("SET", USED, quorum);
    }
  }

  private Quorums three(Duration maxLease) {
    return open(RedLockSettings.builder().maxLease(maxLease), direct(nodes).subList(0, 3));
  }

  private Quorums five(Duration maxLease) {
    return open(RedLockSettings.builder().maxLease(maxLease), direct(nodes));
  }

  private boolean isServedByAll(String quorum) {
    return nodes.servers().stream()
        .allMatch(server -> epochAt(server).contains(" " + quorum + " "));
  }

  @Test
  @DisplayName("failure 153: two lists of different length begin at the same moment")
  void tryLock_bothListsBeginAtOnce_onlyTheLongerHasLocks() {
    serve(Duration.ZERO);
    Duration quarantine = Duration.ofSeconds(10); // it takes a second or two until all serve one
    Quorums three = three(quarantine);
    Quorums five = five(quarantine);
    within(SOON)
        .isTrue(
            "the longer list has it",
            () -> {
              assertThat(isVotedOn(three.locks(), NAME)).as("the shorter list has it").isFalse();
              return isVotedOn(five.locks(), NAME);
            });
    assertThat(isServedByAll(BY_FIVE)).isTrue();
    stays(SHORT, "the shorter has nothing", () -> !isVotedOn(three.locks(), NAME));
    assertThatThrownBy(() -> three.locks().get(NAME).tryLock())
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining("it serves a quorum of 5 nodes, but 3 are listed here");
  }

  /** A node of the shorter list restarted: the list is as old as before, and has locks. */
  @Test
  @DisplayName(
      "failure 153: a longer list begins beside a node of a shorter one that has restarted")
  void start_aNodeOfAShorterListHasRestarted_isRefused() {
    for (RedisServer server : nodes.servers().subList(2, 5)) {
      remembers(server, server.equals(nodes.server(2)) ? BY_THREE : "", Duration.ZERO);
    }
    nodes.server(2).admin().text("SET", USED, BY_THREE, "PX", "600000");
    List.of(0, 1).forEach(i -> nodes.proxy(i).refuseConnections());
    HoldfastSettings inBackground = HoldfastSettings.builder().connectInBackground().build();
    Quorums five = open(RedLockSettings.builder().maxLease(SHORT), inBackground, nodes.uris());
    stays(SHORT.multipliedBy(2), "it has nothing", () -> !isVotedOn(five.locks(), NAME));
    assertThat(epochAt(nodes.server(2))).contains(" " + BY_THREE + " ");
    assertThat(QuorumId.of(epochAt(nodes.server(3)))).isEmpty();
  }

  /** The clients of each could not reach the nodes of the other for longer than a lease. */
  @Test
  @DisplayName("failure 153: two lists of different length have not seen each other")
  void hold_aLongerListTakesTheNodesOver_isLost() throws Exception {
    serve(OLD);
    Hold byThree = three(SHORT).locks().get(NAME).acquire(RENEWED);
    CompletableFuture<LossCause> loss = new CompletableFuture<>();
    byThree.onLost(loss::complete);
    Quorums five = five(SHORT);
    within(SOON).isTrue("all serve the longer list", () -> isServedByAll(BY_FIVE));
    within(SOON).isTrue("the shorter has lost it", loss::isDone);
    assertThat(loss).isCompletedWithValue(LossCause.EXPIRED);
    assertThat(byThree.isValid()).isFalse();
    stays(SHORT, "it stays lost", () -> !byThree.isValid());
    within(SOON).isTrue("the longer list has it", () -> isVotedOn(five.locks(), NAME));
  }
}
