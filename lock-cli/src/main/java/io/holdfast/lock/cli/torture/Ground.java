package io.holdfast.lock.cli.torture;

import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.RedisBinary;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.RedisServerBuilder;
import io.holdfast.lock.testkit.server.ServerClock;
import io.holdfast.lock.testkit.topology.MasterWithReplica;
import io.holdfast.lock.testkit.topology.Masters;
import io.holdfast.lock.testkit.topology.SentinelGroup;
import io.holdfast.lock.testkit.topology.VotingCluster;
import io.holdfast.lock.torture.check.Bounds;
import io.holdfast.lock.torture.nemesis.Battlefield;
import io.holdfast.lock.torture.nemesis.Fault;
import io.holdfast.lock.torture.nemesis.Faults;
import io.holdfast.lock.torture.nemesis.Mercy;
import io.holdfast.lock.torture.nemesis.Tempo;
import io.holdfast.lock.torture.workload.ForgetBeneathAHold;
import io.holdfast.lock.torture.workload.WorkerOptions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Where a torture takes place: the servers, and what may be done to them. */
final class Ground implements AutoCloseable {

  /** These take locks away from their owners: overlaps follow from them, and tokens decide. */
  private static final Set<String> LOSING = Set.of("restart-empty", "failover", "clock-jump");

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
  private final Set<String> losing;
  private final Set<String> bearable;
  private final Topology topology;
  private final List<RedisServer> replicated;
  private final List<AutoCloseable> parts;

  private Ground(
      Battlefield field,
      List<String> uris,
      List<Fault> faults,
      Set<String> losing,
      Set<String> bearable,
      Topology topology,
      List<RedisServer> replicated,
      List<AutoCloseable> parts) {
    this.field = field;
    this.uris = uris;
    this.faults = faults;
    this.losing = losing;
    this.bearable = bearable;
    this.topology = topology;
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
        mainly(FaultRecords.REPLACING),
        FaultRecords.REPLACING,
        FaultRecords.overAlready(),
        Topology.SENTINEL,
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
        mainly(
            plan.losing()
                ? union(FaultRecords.MOVING, FaultRecords.REPLACING)
                : FaultRecords.MOVING),
        plan.losing() ? FaultRecords.REPLACING : Set.of(),
        plan.losing() ? FaultRecords.overAlready() : Set.of(),
        Topology.CLUSTER,
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

  /** One server that comes back with its data, behind a proxy. */
  private static Ground thatKeepsData() {
    RedisServer server = RedisServer.builder().appendOnly().start();
    FaultProxy proxy = FaultProxy.to(server);
    return new Ground(
        Battlefield.of(server, proxy),
        List.of(proxy.uri()),
        Faults.all().stream().filter(fault -> !LOSING.contains(fault.name())).toList(),
        Set.of(),
        Set.of(),
        Topology.SINGLE,
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
        Battlefield.of(pair),
        List.of(pair.uri()),
        Faults.all(),
        LOSING,
        Set.of(),
        Topology.SINGLE,
        List.of(),
        parts);
  }

  /**
   * Five masters, each behind a proxy, of which a minority is hurt at the same time, or in
   * quarantine: locks must be granted nevertheless.
   */
  private static Ground ofQuorum(Duration quarantine) {
    Masters masters = Masters.start(NODES, index -> RedisServer.builder().appendOnly());
    return new Ground(
        Battlefield.of(masters).sparing(new Mercy(MINORITY, quarantine.plus(AFTER_QUARANTINE))),
        masters.uris(),
        Faults.forAQuorum(),
        Set.of(),
        bearableByAQuorum(),
        Topology.SINGLE,
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

  /** Those that tell clients which server is the master. */
  List<RedisServer> sentinels() {
    return parts.stream()
        .filter(SentinelGroup.class::isInstance)
        .map(SentinelGroup.class::cast)
        .flatMap(group -> group.sentinels().stream())
        .toList();
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

  /** What may be expected, in spite of the faults of this ground. */
  Bounds excusing(Bounds bounds) {
    return bounds
        .losing(losing)
        .bearable(bearable)
        .forking(
            topology == Topology.SINGLE ? Set.of() : FaultRecords.forking(), FaultRecords.PARTING);
  }

  /** Names of those that the topology is for: each has to be there. */
  Set<String> wanted() {
    return topology == Topology.SINGLE
        ? Set.of()
        : union(FaultRecords.MOVING, FaultRecords.REPLACING);
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
