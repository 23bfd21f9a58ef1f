package io.holdfast.lock.redlock;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.LockStatistics;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.core.TestClients;
import io.holdfast.lock.core.gate.Arrival;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.testkit.server.RedisBinary;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.RedisServerBuilder;
import io.holdfast.lock.testkit.server.ServerClock;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.testkit.topology.Masters;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The quorum lock, for the contract suites.
 *
 * <p>{@linkplain #ofThree Three nodes}: the server of the suite and two that all tests of this JVM
 * share. A suite that takes the server away, or disturbs its traffic, means the whole service: then
 * it is {@linkplain #ofOne the only node}.
 */
final class RedLockFixture implements LockFixture {

  private final List<TestServer> servers;

  private RedLockFixture(List<TestServer> servers) {
    this.servers = servers;
  }

  /** The server is one of three. The others are as new, and their clocks go right. */
  static RedLockFixture ofThree(TestServer server) {
    OtherNodes.CLOCK.ifPresent(ServerClock::reset);
    List<? extends TestServer> others = OtherNodes.MASTERS.servers();
    others.forEach(TestServer::wipe);
    return new RedLockFixture(
        Stream.concat(Stream.of(server), others.stream()).<TestServer>map(one -> one).toList());
  }

  /** The server is the only node: its faults are those of the service. */
  static RedLockFixture ofOne(TestServer server) {
    return new RedLockFixture(List.of(server));
  }

  /** Two servers besides that of the suite, started when first needed; they end with the JVM. */
  private static final class OtherNodes {

    static final Optional<ServerClock> CLOCK =
        ServerClock.whyNot(RedisBinary.locate()).isEmpty()
            ? Optional.of(ServerClock.create())
            : Optional.empty();

    static final Masters MASTERS = Masters.start(2, node -> onClock(RedisServer.builder()));

    static {
      Runtime.getRuntime().addShutdownHook(new Thread(OtherNodes::end, "end of the other nodes"));
    }

    private static RedisServerBuilder onClock(RedisServerBuilder builder) {
      return CLOCK.map(builder::clock).orElse(builder);
    }

    private static void end() {
      MASTERS.close();
      CLOCK.ifPresent(ServerClock::close);
    }
  }

  @Override
  public LockKind kind() {
    return LockKind.QUORUM;
  }

  @Override
  public LockClient open(ClientSpec spec) {
    String first = spec.address().orElse(servers.get(0).clientUri());
    Stream<String> others =
        servers.stream()
            .skip(1)
            .map(spec.address().isPresent() ? TestServer::plainClientUri : TestServer::clientUri);
    // The longest leases, as the suites use all leases that a lock can have.
    RedLockSettings settings =
        RedLockSettings.builder().quarantine(false).maxLease(Lease.MAXIMUM).build();
    return new Client(
        Quorums.open(
            settings,
            TestClients.settings(spec, first),
            Stream.concat(Stream.of(first), others).toList()));
  }

  @Override
  public List<TestServer> servers() {
    return servers;
  }

  @Override
  public List<String> keys(String name) {
    LockKeys keys = new Keyspace("holdfast").lock("red", name);
    return List.of(keys.lockKey(), keys.queueKey());
  }

  @Override
  public String holderPattern() {
    return new Keyspace("holdfast").scanPattern("red");
  }

  @Override
  public boolean passesOn() {
    return true;
  }

  @Override
  public boolean acknowledgesInOrder() {
    return false; // the majority that grants the next hold need not be the one that ended this one
  }

  @Override
  public boolean keepsOrderOfClients() {
    return false; // a newcomer may collect the other votes before the next in the queue
  }

  @Override
  public boolean keepsOrderOfArrival() {
    return false;
  }

  @Override
  public boolean keepsTestTime() {
    return true;
  }

  @Override
  public boolean grantIsEnough() {
    return false; // it is the vote of one node; the others are asked, and have to accept the tokens
  }

  private record Client(Quorums quorum) implements LockClient {

    @Override
    public DistributedLock lock(String name) {
      return quorum.locks().get(name);
    }

    @Override
    public DistributedLock lock(String name, AcquireOptions options) {
      return quorum.locks().get(name, options);
    }

    @Override
    public long arrivalOf(Hold hold) {
      return Arrival.of(hold);
    }

    @Override
    public LockStatistics statistics() {
      return quorum.locks().statistics();
    }

    @Override
    public void close() {
      quorum.close();
    }
  }
}
