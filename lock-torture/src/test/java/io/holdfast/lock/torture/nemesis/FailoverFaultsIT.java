package io.holdfast.lock.torture.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServers;
import io.holdfast.lock.testkit.topology.FailoverGroup;
import io.holdfast.lock.testkit.topology.SentinelGroup;
import io.holdfast.lock.testkit.topology.VotingCluster;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every fault of failovers and slots bites, and is gone when healed. Each test leaves the cluster
 * whole.
 */
@TestInstance(Lifecycle.PER_CLASS)
class FailoverFaultsIT {

  private static final Duration SHORT = Duration.ofMillis(300);

  private final List<String> names = List.of("one", "two");
  private VotingCluster cluster;
  private Battlefield field;

  private static Healing inject(String name, Battlefield field) throws Exception {
    return Faults.named(name).get(0).inject(field, new Random(1), SHORT);
  }

  private static List<RedisServer> masters(Battlefield field) {
    return field.nodes().stream().map(Battlefield.Node::server).toList();
  }

  /** Exactly one master has another in its place, and follows it when all is healed. */
  static void assertReplacesAMaster(String fault, Battlefield field) throws Exception {
    List<RedisServer> before = masters(field);
    Healing healing = inject(fault, field);
    List<RedisServer> replaced =
        before.stream().filter(master -> !masters(field).contains(master)).toList();
    assertThat(replaced).as(healing.done()).hasSize(1);
    healing.heal();
    healing.heal(); // a healing may be repeated
    assertThat(SentinelGroup.isMaster(replaced.get(0))).isFalse();
    assertThat(masters(field)).allMatch(SentinelGroup::isMaster);
  }

  @BeforeAll
  void start() {
    TestServers.whyNotControllable().ifPresent(why -> Assumptions.assumeTrue(false, why));
    cluster = VotingCluster.start();
    field = Battlefield.of(cluster, names);
  }

  @AfterAll
  void end() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"cluster-failover", "kill-master", "freeze-master"})
  void failover_replacesAMaster(String fault) throws Exception {
    assertReplacesAMaster(fault, field);
  }

  @Test
  void failover_hitsTheShardOfSomethingThatIsContendedFor() throws Exception {
    Battlefield one = Battlefield.of(cluster, List.of("one"));
    RedisServer owner = cluster.shardOf("one").master();
    for (int seed = 0; seed < 4; seed++) {
      Fault fault = Faults.named("cluster-failover").get(0);
      fault.inject(one, new Random(seed), SHORT).heal();
      assertThat(cluster.shardOf("one").master()).isNotEqualTo(owner);
      owner = cluster.shardOf("one").master();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"move-slot", "migrate-slot"})
  void slot_movesToAnotherMaster(String name) throws Exception {
    Fault fault = Faults.named(name).get(0);
    Assumptions.assumeTrue(field.offers().containsAll(fault.needs()), "needs Valkey 9");
    List<FailoverGroup> before = owners();
    inject(name, field).heal();
    assertThat(owners()).isNotEqualTo(before);
  }

  private List<FailoverGroup> owners() {
    return names.stream().map(cluster::shardOf).collect(Collectors.toList());
  }

  @Test
  void offers_areWhatIsThere() {
    assertThat(field.offers())
        .contains(Need.SERVER, Need.VOTE, Need.CLUSTER)
        .doesNotContain(Need.SENTINELS, Need.PROXY, Need.REPLICA);
    assertThat(field.offers().contains(Need.SLOT_MIGRATION)).isEqualTo(cluster.migratesSlots());
  }
}
