package io.holdfast.lock.testkit.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.holdfast.lock.testkit.resp.RespException;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServers;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Each test leaves the cluster whole. */
@TestInstance(Lifecycle.PER_CLASS)
class VotingClusterIT {

  private static final String NAME = "some-name";

  private VotingCluster cluster;

  @BeforeAll
  void start() {
    TestServers.whyNotControllable().ifPresent(why -> Assumptions.assumeTrue(false, why));
    cluster = VotingCluster.start();
  }

  @AfterAll
  void end() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private static long replicas(RedisServer master) {
    return Long.parseLong(master.info("replication").get("connected_slaves"));
  }

  @Test
  void shards_areThreeMastersWithAReplicaEach() {
    List<RedisServer> masters = cluster.shards().stream().map(FailoverGroup::master).toList();
    assertThat(masters).doesNotHaveDuplicates().hasSize(3);
    assertThat(masters).allMatch(master -> replicas(master) == 1);
    assertThat(cluster.uris()).doesNotHaveDuplicates().hasSize(6);
  }

  @Test
  void beginFailover_theReplicaHasAllThatWasWritten() {
    FailoverGroup shard = cluster.shardOf(NAME);
    RedisServer old = shard.master();
    old.admin().text("SET", NAME, "before");

    shard.beginFailover();

    RedisServer successor = shard.awaitSuccessorOf(old);
    assertThat(successor).isNotEqualTo(old).isEqualTo(shard.master());
    assertThat(successor.admin().text("GET", NAME)).isEqualTo("before");
    shard.awaitComplete();
    assertThat(replicas(successor)).isEqualTo(1);
  }

  @Test
  void kill_theReplicaIsVotedIn_andTheOldMasterFollowsIt() {
    FailoverGroup shard = cluster.shardOf(NAME);
    RedisServer old = shard.master();

    old.kill();

    RedisServer successor = shard.awaitSuccessorOf(old);
    assertThat(successor).isEqualTo(shard.master()).isNotEqualTo(old);
    old.restartEmpty();
    shard.awaitComplete();
    assertThat(ClusterNodes.isReplica(old)).isTrue();
    assertThat(cluster.shardOf(NAME)).isEqualTo(shard);
  }

  @Test
  void freeze_theReplicaIsVotedIn_andTheOldMasterFollowsIt() {
    FailoverGroup shard = cluster.shardOf(NAME);
    RedisServer old = shard.master();

    old.freeze();

    assertThat(shard.awaitSuccessorOf(old)).isNotEqualTo(old);
    old.thaw();
    shard.awaitComplete();
    assertThat(ClusterNodes.isReplica(old)).isTrue();
  }

  @Test
  void moveSlot_keysGoToTheOtherShard() {
    movesWithItsKeys(to -> cluster.moveSlot(NAME, to, Duration.ofMillis(1)));
  }

  @Test
  void migrateSlot_keysGoToTheOtherShard() {
    Assumptions.assumeTrue(cluster.migratesSlots(), "needs CLUSTER MIGRATESLOTS: Valkey 9");
    movesWithItsKeys(to -> cluster.migrateSlot(NAME, to));
  }

  private void movesWithItsKeys(Consumer<FailoverGroup> move) {
    FailoverGroup from = cluster.shardOf(NAME);
    FailoverGroup to =
        cluster.shards().stream().filter(shard -> !shard.equals(from)).findAny().orElseThrow();
    from.master().admin().text("SET", NAME, "moved");
    from.master().admin().text("SET", "{" + NAME + "}:other", "moved");

    move.accept(to);

    assertThat(cluster.shardOf(NAME)).isEqualTo(to);
    assertThat(to.master().admin().text("GET", NAME)).isEqualTo("moved");
    assertThat(to.master().keys("*" + NAME + "*")).hasSize(2);
    assertThat(from.master().keys("*" + NAME + "*")).isEmpty();
  }

  @Test
  void migratesSlots_isAsTheVersionSays() {
    RedisServer node = cluster.nodes().get(0);
    assertThat(cluster.migratesSlots())
        .isEqualTo(node.version().product().equals("valkey") && node.version().isAtLeast(9, 0));
  }

  @Test
  void moveSlot_theTargetRefusesKeys_nothingIsBeingMovedAfterwards() {
    FailoverGroup from = cluster.shardOf(NAME);
    FailoverGroup to =
        cluster.shards().stream().filter(shard -> !shard.equals(from)).findAny().orElseThrow();
    from.master().admin().text("SET", NAME, "stays");
    to.master().maxMemory(1);
    try {
      assertThatExceptionOfType(RespException.class)
          .isThrownBy(() -> cluster.moveSlot(NAME, to, Duration.ZERO));
    } finally {
      to.master().maxMemory(0);
    }
    assertThat(cluster.shardOf(NAME)).isEqualTo(from);
    assertThat(List.of(from.master(), to.master()))
        .noneMatch(node -> node.admin().text("CLUSTER", "NODES").contains("["));
    assertThat(from.master().admin().text("GET", NAME)).isEqualTo("stays");
    movesWithItsKeys(other -> cluster.moveSlot(NAME, other, Duration.ZERO));
  }
}
