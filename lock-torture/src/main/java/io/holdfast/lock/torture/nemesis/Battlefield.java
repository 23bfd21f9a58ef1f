package io.holdfast.lock.torture.nemesis;

import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.FailoverGroup;
import io.holdfast.lock.testkit.topology.MasterWithReplica;
import io.holdfast.lock.testkit.topology.Masters;
import io.holdfast.lock.testkit.topology.SentinelGroup;
import io.holdfast.lock.testkit.topology.VotingCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * What a nemesis may hurt: immutable, every method returns a larger copy. Closes nothing.
 *
 * @param nodes servers, each with what belongs to it
 * @param workers processes that use them
 * @param lease how long a frozen worker is taken for alive: freezes last longer
 * @param mercy how many nodes may be hurt at the same time; without it, all that there are
 * @param slots what may be moved, if the nodes are a cluster
 */
public record Battlefield(
    List<Node> nodes,
    List<Worker> workers,
    Duration lease,
    Optional<Mercy> mercy,
    Optional<ContendedSlots> slots) {

  private static final Duration DEFAULT_LEASE = Duration.ofSeconds(2);

  /**
   * A server, and what stands before and behind it.
   *
   * @param current the server of the moment: after a failover it is another
   * @param proxy what clients connect to
   * @param pair if it has a replica
   * @param group if it has replicas that take over by vote
   */
  public record Node(
      Supplier<RedisServer> current,
      Optional<FaultProxy> proxy,
      Optional<MasterWithReplica> pair,
      Optional<FailoverGroup> group) {

    private static Node of(Supplier<RedisServer> current, FaultProxy proxy) {
      return new Node(current, Optional.of(proxy), Optional.empty(), Optional.empty());
    }

    private static Node of(MasterWithReplica pair) {
      return new Node(pair::master, Optional.of(pair.proxy()), Optional.of(pair), Optional.empty());
    }

    private static Node of(FailoverGroup group) {
      return new Node(group::master, Optional.empty(), Optional.empty(), Optional.of(group));
    }

    /** The server of the moment. */
    public RedisServer server() {
      return current.get();
    }

    Set<Need> offers() {
      Set<Need> offers = EnumSet.of(Need.SERVER);
      if (server().isPersistent()) {
        offers.add(Need.PERSISTENCE);
      }
      if (server().hasClock()) {
        offers.add(Need.CLOCK);
      }
      proxy.ifPresent(present -> offers.add(Need.PROXY));
      pair.ifPresent(present -> offers.add(Need.REPLICA));
      group.ifPresent(present -> offers.add(Need.VOTE));
      if (group.filter(SentinelGroup.class::isInstance).isPresent()) {
        offers.add(Need.SENTINELS);
      }
      return offers;
    }

    @Override
    public String toString() {
      return "server " + server().port();
    }
  }

  /** Copies the collections. */
  public Battlefield {
    nodes = List.copyOf(nodes);
    workers = List.copyOf(workers);
  }

  /** Nothing yet. */
  public static Battlefield empty() {
    return new Battlefield(List.of(), List.of(), DEFAULT_LEASE, Optional.empty(), Optional.empty());
  }

  /** A server with its proxy. */
  public static Battlefield of(RedisServer server, FaultProxy proxy) {
    return empty().with(Node.of(() -> server, proxy));
  }

  /** A master that fails over to its replica. */
  public static Battlefield of(MasterWithReplica pair) {
    return empty().with(Node.of(pair));
  }

  /** A master that Sentinels replace. */
  public static Battlefield of(SentinelGroup group) {
    return empty().with(Node.of(group));
  }

  /**
   * The masters of a cluster, each of which has a replica.
   *
   * @param names what is contended for: their slots may be moved
   */
  public static Battlefield of(VotingCluster cluster, List<String> names) {
    Battlefield field =
        new Battlefield(
            List.of(),
            List.of(),
            DEFAULT_LEASE,
            Optional.empty(),
            Optional.of(new ContendedSlots(cluster, names)));
    return cluster.shards().stream().map(Node::of).reduce(field, Battlefield::with, (a, b) -> b);
  }

  /** Masters with their proxies. */
  public static Battlefield of(Masters masters) {
    return IntStream.range(0, masters.size())
        .mapToObj(i -> Node.of(() -> masters.server(i), masters.proxy(i)))
        .reduce(empty(), Battlefield::with, (a, b) -> b);
  }

  /** One node more. */
  public Battlefield with(Node node) {
    List<Node> more = new ArrayList<>(nodes);
    more.add(node);
    return new Battlefield(more, workers, lease, mercy, slots);
  }

  /** These workers too. */
  public Battlefield with(Collection<? extends Worker> moreWorkers) {
    List<Worker> more = new ArrayList<>(workers);
    more.addAll(moreWorkers);
    return new Battlefield(nodes, more, lease, mercy, slots);
  }

  /** With this lease: 2 s if not said. */
  public Battlefield lease(Duration ofWorkers) {
    return new Battlefield(nodes, workers, ofWorkers, mercy, slots);
  }

  /**
   * With this mercy: each fault of a node is for one that the schedule chooses, and rounds may go
   * over into each other.
   */
  public Battlefield sparing(Mercy limits) {
    return new Battlefield(nodes, workers, lease, Optional.of(limits), slots);
  }

  /** Of the nodes, only this one. */
  Battlefield only(Node node) {
    return new Battlefield(List.of(node), workers, lease, mercy, slots);
  }

  /** For how long a node that was restarted counts as hurt. */
  public Duration convalescence() {
    return mercy.map(Mercy::convalescence).orElse(Duration.ZERO);
  }

  /** What is there. Asked when a run begins. */
  Set<Need> offers() {
    Set<Need> offers = EnumSet.noneOf(Need.class);
    nodes.forEach(node -> offers.addAll(node.offers()));
    slots.ifPresent(present -> offers.addAll(present.offers()));
    if (!workers.isEmpty()) {
      offers.add(Need.WORKERS);
    }
    return offers;
  }

  /** One of the nodes that have all this. */
  public Node anyNode(Random random, Need... needs) {
    return anyNode(random, Set.of(needs), Set.of());
  }

  /** One of the nodes that have all this, but none of those. */
  Node anyNode(Random random, Set<Need> needs, Collection<Node> spared) {
    Predicate<Node> fits = node -> node.offers().containsAll(needs) && !spared.contains(node);
    List<Node> fitting = nodes.stream().filter(fits).toList();
    if (fitting.isEmpty()) {
      throw new IllegalStateException("no server has " + needs + " and is not in " + spared);
    }
    return fitting.get(random.nextInt(fitting.size()));
  }

  /** One of the workers. */
  public Worker anyWorker(Random random) {
    if (workers.isEmpty()) {
      throw new IllegalStateException("there is no worker");
    }
    return workers.get(random.nextInt(workers.size()));
  }
}
