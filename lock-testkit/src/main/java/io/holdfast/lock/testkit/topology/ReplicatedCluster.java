package io.holdfast.lock.testkit.topology;

import io.holdfast.lock.testkit.concurrent.Eventually;
import io.holdfast.lock.testkit.server.RedisServer;
import java.util.ArrayList;
import java.util.List;

/**
 * A Redis Cluster of two masters, of which one has a replica that can take its place. It never
 * fails over by itself: with two masters, neither is a majority without the other.
 *
 * <pre>{@code
 * try (ReplicatedCluster cluster = ReplicatedCluster.start()) {
 *   connect(cluster.uri());
 *   cluster.cutReplication();     // what is written from here on is lost
 *   ...
 *   cluster.takeOver();
 * }
 * }</pre>
 */
public final class ReplicatedCluster implements AutoCloseable {

  private final SmallCluster masters;
  private final RedisServer replica;

  private ReplicatedCluster(SmallCluster masters, RedisServer replica) {
    this.masters = masters;
    this.replica = replica;
  }

  /** Starts the three, and waits until they know each other and the replica is in sync. */
  public static ReplicatedCluster start() {
    List<AutoCloseable> opened = new ArrayList<>();
    try {
      SmallCluster masters = SmallCluster.start();
      opened.add(masters);
      RedisServer replica = ClusterNodes.builder().start();
      opened.add(replica);
      ReplicatedCluster cluster = new ReplicatedCluster(masters, replica);
      cluster.join();
      return cluster;
    } catch (RuntimeException | Error e) {
      Closing.closeAll(opened, e);
      throw e;
    }
  }

  private void join() {
    ClusterNodes.meet(replica, original());
    ClusterNodes.awaitReady(replica, SmallCluster.MASTERS);
    ClusterNodes.replicate(replica, original());
    awaitInSync();
    String id = ClusterNodes.id(original());
    String replicaId = ClusterNodes.id(replica);
    masters
        .nodes()
        .forEach(
            node ->
                Eventually.within(ClusterNodes.LIMIT)
                    .isTrue(
                        node + " knows the replica",
                        () -> ClusterNodes.lineOf(replicaId, node).contains(" slave " + id)));
  }

  /** The master that has a replica; after {@link #takeOver()} it is the replica. */
  public RedisServer original() {
    return masters.nodes().get(0);
  }

  /** The replica, or what was it. */
  public RedisServer replica() {
    return replica;
  }

  /** The master that has none. */
  public RedisServer other() {
    return masters.nodes().get(1);
  }

  /** Of the master that has no replica: it is there at any time. */
  public String uri() {
    return other().uri();
  }

  /** A name that begins with this, and whose keys are in the slots of this master. */
  public String nameOn(RedisServer master, String beginning) {
    for (int i = 0; ; i++) {
      if (SmallCluster.isOn(master, beginning + i)) {
        return beginning + i;
      }
    }
  }

  /** Waits until the replica has all that its master has written so far. */
  public void awaitInSync() {
    Eventually.within(ClusterNodes.LIMIT)
        .isTrue("the replica is in sync", () -> isInSync(replica, original()));
  }

  private static boolean isInSync(RedisServer follower, RedisServer leader) {
    var there = follower.info("replication");
    String wanted = leader.info("replication").get("master_repl_offset");
    return "up".equals(there.get("master_link_status"))
        && String.valueOf(wanted).equals(there.get("slave_repl_offset"));
  }

  /** What the original writes from now on does not reach the replica: it is refused there. */
  public void cutReplication() {
    replica.configSet("masteruser", "nobody");
    replica.configSet("masterauth", "nothing");
    original().killClients("replica");
    Eventually.within(ClusterNodes.LIMIT)
        .isTrue(
            "the link is down",
            () -> "down".equals(replica.info("replication").get("master_link_status")));
  }

  /**
   * The replica takes the place of its master, with what it has got. If the master runs it learns
   * of that and becomes a replica, while its clients stay connected.
   */
  public void takeOver() {
    replica.admin().command("CLUSTER", "FAILOVER", "TAKEOVER");
    String id = ClusterNodes.id(replica);
    Eventually.within(ClusterNodes.LIMIT)
        .isTrue(
            "the other knows of it", () -> ClusterNodes.lineOf(id, other()).contains(" master "));
  }

  /** The original takes its place back, when it has all that the other has written. */
  public void takeBack() {
    awaitDemoted();
    Eventually.within(ClusterNodes.LIMIT)
        .isTrue("the original is in sync", () -> isInSync(original(), replica));
    original().admin().command("CLUSTER", "FAILOVER", "TAKEOVER");
    String id = ClusterNodes.id(original());
    Eventually.within(ClusterNodes.LIMIT)
        .isTrue(
            "all know of it",
            () ->
                ClusterNodes.lineOf(id, other()).contains(" master ")
                    && ClusterNodes.isReplica(replica));
    awaitInSync();
  }

  /** Waits until the original knows that it is a replica now, and redirects its clients. */
  public void awaitDemoted() {
    Eventually.within(ClusterNodes.LIMIT)
        .isTrue("the old master knows of it", () -> ClusterNodes.isReplica(original()));
  }

  @Override
  public void close() {
    Closing.closeAll(List.of(masters, replica));
  }
}
