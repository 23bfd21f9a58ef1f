package io.holdfast.lock.testkit.topology;

import io.holdfast.lock.testkit.concurrent.Eventually;
import io.holdfast.lock.testkit.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A Redis Cluster of three masters, each with a replica. If a master is silent for a second and a
 * half, the other two vote its replica into its place.
 *
 * <pre>{@code
 * try (VotingCluster cluster = VotingCluster.start()) {
 *   connect(cluster.uris());
 *   FailoverGroup shard = cluster.shardOf("a name");
 *   RedisServer old = shard.master();
 *   old.kill();
 *   shard.awaitSuccessorOf(old);
 *   ...
 *   old.restartEmpty();
 *   shard.awaitComplete();
 * }
 * }</pre>
 *
 * <p>A master that is {@linkplain FailoverGroup#awaitSuccessorOf succeeded} may be dead or frozen:
 * it is not asked until its shard is {@linkplain FailoverGroup#awaitComplete complete} again. One
 * shard at a time may be hurt.
 */
public final class VotingCluster implements AutoCloseable {

  private static final int SHARDS = 3;
  private static final Duration NODE_TIMEOUT = Duration.ofMillis(1500);

  /** For two node time-outs nobody votes again about a master; and a little more. */
  private static final long BETWEEN_VOTES_NANOS =
      NODE_TIMEOUT.multipliedBy(2).plusMillis(100).toNanos();

  private final List<RedisServer> nodes;
  private final Map<RedisServer, String> ids;
  private final List<Shard> shards;
  private final Set<RedisServer> silent = ConcurrentHashMap.newKeySet(); // may not answer

  private VotingCluster(List<RedisServer> nodes) {
    this.nodes = List.copyOf(nodes);
    this.ids = nodes.stream().collect(Collectors.toMap(node -> node, ClusterNodes::id));
    this.shards =
        IntStream.range(0, SHARDS)
            .mapToObj(i -> new Shard(List.of(nodes.get(i), nodes.get(i + SHARDS))))
            .toList();
  }

  /** Starts the six, and waits until all know each other and the replicas are in touch. */
  public static VotingCluster start() {
    List<RedisServer> nodes = new ArrayList<>();
    try {
      for (int i = 0; i < 2 * SHARDS; i++) {
        nodes.add(
            ClusterNodes.builder()
                .directive("cluster-node-timeout", Long.toString(NODE_TIMEOUT.toMillis()))
                .start());
      }
      List<RedisServer> masters = nodes.subList(0, SHARDS);
      ClusterNodes.makeMasters(masters);
      for (int i = 0; i < SHARDS; i++) {
        RedisServer replica = nodes.get(i + SHARDS);
        ClusterNodes.meet(masters.get(0), replica);
        ClusterNodes.awaitReady(replica, SHARDS);
        ClusterNodes.replicate(replica, masters.get(i));
      }
      VotingCluster cluster = new VotingCluster(nodes);
      cluster.shards.forEach(FailoverGroup::awaitComplete);
      return cluster;
    } catch (RuntimeException | Error e) {
      Closing.closeAll(nodes, e);
      throw e;
    }
  }

  /** The masters, each with its replica. */
  public List<FailoverGroup> shards() {
    return List.copyOf(shards);
  }

  /** The one that has the slot of this name. */
  public FailoverGroup shardOf(String name) {
    RedisServer witness = witnessAmong(nodes);
    long slot = ClusterNodes.slotOf(witness, name);
    return shards.stream()
        .filter(shard -> ClusterNodes.hasSlot(lineOf(shard.master(), witness), slot))
        .findAny()
        .orElseThrow();
  }

  /**
   * Moves the slot of this name to another shard, with all its keys, one after the other, and waits
   * until all nodes know of it. While it is being moved, a request for some keys that are there and
   * some that are gone, or new, is told to try again.
   *
   * @param pause before each key
   */
  public void moveSlot(String name, FailoverGroup to, Duration pause) {
    SlotMove move = SlotMove.begin(name, shardOf(name).master(), to.master());
    try {
      move.moveKeys(pause);
      move.end();
    } catch (RuntimeException | Error e) {
      endAnyhow(move, e);
      throw e;
    }
    awaitSlot(name, to);
  }

  /** Nothing is being moved when it is told that a move failed. */
  private static void endAnyhow(SlotMove move, Throwable reason) {
    try {
      move.endAnyhow();
    } catch (RuntimeException e) {
      reason.addSuppressed(e);
    }
  }

  /** Whether its nodes can {@linkplain #migrateSlot migrate a slot} by themselves: Valkey 9. */
  public boolean migratesSlots() {
    return nodes.get(0).admin().array("COMMAND", "INFO", "cluster|migrateslots").stream()
        .anyMatch(Objects::nonNull);
  }

  /**
   * Makes the master that has the slot of this name migrate it to another shard as a whole, and
   * waits until all nodes know of it.
   */
  public void migrateSlot(String name, FailoverGroup to) {
    RedisServer from = shardOf(name).master();
    String slot = Long.toString(ClusterNodes.slotOf(from, name));
    from.admin()
        .command("CLUSTER", "MIGRATESLOTS", "SLOTSRANGE", slot, slot, "NODE", idOf(to.master()));
    awaitSlot(name, to);
  }

  private void awaitSlot(String name, FailoverGroup to) {
    RedisServer master = to.master();
    long slot = ClusterNodes.slotOf(master, name);
    Patience minute = Patience.ofAMinute();
    for (RedisServer node : nodes) {
      minute.isTrue(
          node + " knows that the slot has moved",
          () -> ClusterNodes.hasSlot(lineOf(master, node), slot));
    }
  }

  private RedisServer witnessAmong(List<RedisServer> some) {
    return some.stream().filter(node -> !silent.contains(node)).findFirst().orElseThrow();
  }

  private String idOf(RedisServer node) {
    return Objects.requireNonNull(ids.get(node));
  }

  private String lineOf(RedisServer node, RedisServer seenBy) {
    return ClusterNodes.lineOf(idOf(node), seenBy);
  }

  /** Of all nodes. */
  public List<String> uris() {
    return nodes.stream().map(RedisServer::uri).toList();
  }

  /** Masters and replicas. */
  public List<RedisServer> nodes() {
    return nodes;
  }

  @Override
  public void close() {
    Closing.closeAll(nodes);
  }

  @Override
  public String toString() {
    return "cluster " + shards;
  }

  /** A master and its replica, whichever is which. */
  private final class Shard implements FailoverGroup {

    private final List<RedisServer> both;
    private final Map<RedisServer, Long> replacedNanos = new ConcurrentHashMap<>(); // when last

    Shard(List<RedisServer> both) {
      this.both = both;
    }

    private List<RedisServer> others() {
      return nodes.stream().filter(node -> !both.contains(node)).toList();
    }

    private RedisServer besides(RedisServer one) {
      return both.get(0).equals(one) ? both.get(1) : both.get(0);
    }

    @Override
    public RedisServer master() {
      RedisServer witness = witnessAmong(others());
      return both.stream()
          .filter(node -> ClusterNodes.isServing(lineOf(node, witness)))
          .findAny()
          .orElseThrow();
    }

    /** Waits first while the others would not vote: they do not soon again about one master. */
    @Override
    public void beginFailover() {
      RedisServer master = master();
      Long replaced = replacedNanos.get(master);
      if (replaced != null) {
        Eventually.eventually()
            .isTrue(
                "the others vote about " + master + " again",
                () -> System.nanoTime() - replaced > BETWEEN_VOTES_NANOS);
      }
      besides(master).admin().command("CLUSTER", "FAILOVER");
    }

    @Override
    public RedisServer awaitSuccessorOf(RedisServer old) {
      silent.add(old);
      RedisServer successor = besides(old);
      Patience minute = Patience.ofAMinute();
      nodes.stream()
          .filter(node -> !node.equals(old))
          .forEach(node -> awaitSeen(successor, node, minute));
      replacedNanos.put(old, System.nanoTime());
      return successor;
    }

    private void awaitSeen(RedisServer master, RedisServer by, Patience patience) {
      patience.isTrue(
          by + " has " + master + " as a master", () -> ClusterNodes.isServing(lineOf(master, by)));
      ClusterNodes.awaitReady(by, SHARDS, patience);
    }

    @Override
    public void awaitComplete() {
      RedisServer master = master();
      RedisServer replica = besides(master);
      String role = " slave " + idOf(master);
      Patience minute = Patience.ofAMinute();
      for (RedisServer node : nodes) {
        awaitSeen(master, node, minute);
        minute.isTrue(
            node + " has " + replica + " as its replica",
            () -> (" " + lineOf(replica, node).replace("myself,", "")).contains(role));
      }
      minute.isTrue(replica + " is in touch", () -> ClusterNodes.isInTouch(replica));
      silent.removeAll(both);
    }

    @Override
    public String toString() {
      return both.toString();
    }
  }
}
