package io.holdfast.lock.cli.torture;

import io.holdfast.lock.testkit.nemesis.Battlefield;
import io.holdfast.lock.testkit.nemesis.Fault;
import io.holdfast.lock.testkit.nemesis.Faults;
import io.holdfast.lock.testkit.nemesis.Mercy;
import io.holdfast.lock.testkit.nemesis.Tempo;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.RedisBinary;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.RedisServerBuilder;
import io.holdfast.lock.testkit.server.ServerClock;
import io.holdfast.lock.testkit.topology.MasterWithReplica;
import io.holdfast.lock.testkit.topology.Masters;
import io.holdfast.lock.testkit.topology.SentinelGroup;
import io.holdfast.lock.testkit.topology.VotingCluster;
import io.holdfast.lock.testkit.workload.ForgetBeneathAHold;
import io.holdfast.lock.testkit.workload.WorkerOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Where a torture takes place: the servers, and what may be done to them. */
final class Ground implements AutoCloseable {

  /** These take locks away from their owners: overlaps are to be expected, and tokens decide. */
  private static final Set<String> LOSING = Set.of("restart-empty", "failover", "clock-jump");

  /**
   * After these a new master serves while the old one is still away, or not yet its replica: from
   * then on nobody has an excuse for standing still. So what waiters may stand still in all is
   *
   * <ul>
   *   <li>until the new master serves, which is measured: the silence after which a master counts
   *       as down (1 s for Sentinels, 1.5 s in a cluster), and the vote, 3.5 s on a busy machine,
   *       so 5 s, unless a vote has no majority and is repeated;
   *   <li>from then on what every fault leaves them: a lease (2 s), as the new master may have
   *       holds whose end it has not heard of, and a hand-over (6 s; {@link
   *       io.holdfast.lock.testkit.check.Bounds}). 13 s together.
   * </ul>
   */
  private static final Set<String> SUCCEEDED =
      Set.of("sentinel-failover", "kill-master", "freeze-master");

  /** From these on, until they are healed, the old master serves beside the new one. */
  private static final Set<String> FORKING = Set.of("sentinel-failover", "freeze-master");

  /** These take nothing away from anybody, and all is whole when they are injected. */
  private static final Set<String> MOVING = Set.of("cluster-failover", "move-slot", "migrate-slot");

  /** What else happens where there are Sentinels, or a cluster: nobody loses a lock by it. */
  private static final Set<String> OTHER =
      Set.of("script-flush", "kill-clients", "freeze-worker", "kill-worker");

  private static final int NODES = 5;
  private static final int MINORITY = (NODES - 1) / 2;

  /** A node's age is told in whole seconds, and clients have to find it again. */
  private static final Duration AFTER_QUARANTINE = Duration.ofSeconds(2);

  private final Battlefield field;
  private final List<String> uris;
  private final List<Fault> faults;
  private final Set<String> bearable;
  private final List<RedisServer> replicated;
  private final List<AutoCloseable> parts;

  private Ground(
      Battlefield field,
      List<String> uris,
      List<Fault> faults,
      Set<String> bearable,
      List<RedisServer> replicated,
      List<AutoCloseable> parts) {
    this.field = field;
    this.uris = uris;
    this.faults = faults;
    this.bearable = bearable;
    this.replicated = replicated;
    this.parts = parts;
  }

  /** For what this plan needs. */
  static Ground of(Plan plan) {
    if (plan.kind() == Kind.RED) {
      return ofQuorum(plan.lease());
    }
    return switch (plan.topology()) {
      case SINGLE -> plan.losing() ? thatLosesData() : thatKeepsData();
      case SENTINEL -> ofSentinels();
      case CLUSTER -> ofCluster(plan);
    };
  }

  /** A master that Sentinels replace. */
  private static Ground ofSentinels() {
    SentinelGroup group = SentinelGroup.start();
    return new Ground(
        Battlefield.of(group),
        List.of(group.uri()),
        mainly(SUCCEEDED),
        aftermaths(),
        group.servers(),
        List.of(group));
  }

  /** Three masters with a replica each, among which the slots of what is contended for move. */
  private static Ground ofCluster(Plan plan) {
    VotingCluster cluster = VotingCluster.start();
    List<String> names =
        IntStream.range(0, plan.locks()).mapToObj(WorkerOptions::lockName).toList();
    return new Ground(
        Battlefield.of(cluster, names),
        cluster.uris(),
        mainly(plan.losing() ? union(MOVING, SUCCEEDED) : MOVING),
        plan.losing() ? aftermaths() : Set.of(),
        cluster.nodes(),
        List.of(cluster));
  }

  /** Those that the topology is for, three times as often as what happens elsewhere, too. */
  private static List<Fault> mainly(Set<String> some) {
    List<Fault> main = Faults.named(some.toArray(String[]::new));
    List<Fault> others = Faults.named(OTHER.toArray(String[]::new));
    return Stream.of(main, main, main, others).flatMap(List::stream).toList();
  }

  private static Set<String> union(Set<String> some, Set<String> others) {
    return Stream.concat(some.stream(), others.stream()).collect(Collectors.toSet());
  }

  /** Names of those in whose time two masters serve. */
  Set<String> forking() {
    return replicated.isEmpty()
        ? Set.of()
        : union(FORKING, FORKING.stream().map(Ground::aftermath).collect(Collectors.toSet()));
  }

  private static Set<String> aftermaths() {
    return SUCCEEDED.stream().map(Ground::aftermath).collect(Collectors.toSet());
  }

  private static String aftermath(String fault) {
    return fault + "-aftermath";
  }

  /** One server that comes back with its data, behind a proxy. */
  private static Ground thatKeepsData() {
    RedisServer server = RedisServer.builder().appendOnly().start();
    FaultProxy proxy = FaultProxy.to(server);
    return new Ground(
        Battlefield.of(server, proxy),
        List.of(proxy.uri()),
        Faults.all().stream().filter(fault -> !LOSING.contains(fault.name())).toList(),
        Set.of(),
        List.of(),
        List.of(proxy, server));
  }

  /** A master with a replica that lags behind, and where it can be, with a clock to be shifted. */
  private static Ground thatLosesData() {
    boolean hasClock = ServerClock.whyNot(RedisBinary.locate()).isEmpty();
    if (!hasClock) {
      MasterWithReplica pair = MasterWithReplica.start();
      return ofPair(pair, List.of(pair));
    }
    ServerClock clock = ServerClock.create();
    MasterWithReplica pair = MasterWithReplica.start(builder -> withClock(builder, clock));
    return ofPair(pair, List.of(pair, clock));
  }

  private static RedisServerBuilder withClock(RedisServerBuilder builder, ServerClock clock) {
    return builder.clock(clock);
  }

  private static Ground ofPair(MasterWithReplica pair, List<AutoCloseable> parts) {
    return new Ground(
        Battlefield.of(pair), List.of(pair.uri()), Faults.all(), Set.of(), List.of(), parts);
  }

  /**
   * Five masters, each behind a proxy, of which a minority is hurt at the same time, or in
   * quarantine: locks are to be had nevertheless.
   */
  private static Ground ofQuorum(Duration quarantine) {
    Masters masters = Masters.start(NODES, index -> RedisServer.builder().appendOnly());
    return new Ground(
        Battlefield.of(masters).sparing(new Mercy(MINORITY, quarantine.plus(AFTER_QUARANTINE))),
        masters.uris(),
        Faults.forAQuorum(),
        bearableByAQuorum(),
        List.of(),
        List.of(masters));
  }

  private static Set<String> bearableByAQuorum() {
    Stream<String> ofOne = Faults.ofNodes().stream().map(Fault::name);
    return Stream.concat(ofOne, Stream.of(ForgetBeneathAHold.NAME)).collect(Collectors.toSet());
  }

  Battlefield field() {
    return field;
  }

  /** What workers connect to. */
  List<String> uris() {
    return uris;
  }

  /** The servers of the moment. */
  List<RedisServer> servers() {
    return field.nodes().stream().map(Battlefield.Node::server).toList();
  }

  /** All that may be, or have been, a master of a group that votes. */
  List<RedisServer> replicated() {
    return replicated;
  }

  List<Fault> faults() {
    return faults;
  }

  /** How fast they follow each other in a run of this length. */
  Tempo tempo(Duration run) {
    Tempo usual = Tempo.ofRun(run);
    return field.mercy().isEmpty() ? usual : usual.pressing();
  }

  /** Whether all is whole, or will do, as soon as this fault has been injected. */
  boolean isOverOnceInjected(String fault) {
    return MOVING.contains(fault) || SUCCEEDED.contains(fault);
  }

  /** What is left of a fault that keeps nobody from a lock any more, though it is not healed. */
  Optional<String> aftermathOf(String fault) {
    return SUCCEEDED.contains(fault) ? Optional.of(aftermath(fault)) : Optional.empty();
  }

  /** Names of those that are not to keep anybody from a lock. */
  Set<String> bearable() {
    return bearable;
  }

  @Override
  public void close() throws Exception {
    for (AutoCloseable part : parts) {
      part.close();
    }
  }

  @Override
  public String toString() {
    return (replicated.isEmpty() ? servers() : replicated)
        .stream().map(RedisServer::toString).collect(Collectors.joining(", "));
  }
}
