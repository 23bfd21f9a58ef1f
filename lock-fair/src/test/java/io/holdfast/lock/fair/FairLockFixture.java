package io.holdfast.lock.fair;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.LockStatistics;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.TestClients;
import io.holdfast.lock.core.gate.Arrival;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import java.util.List;

/** The fair lock, for the contract suites. */
final class FairLockFixture implements LockFixture {

  private final TestServer server;

  FairLockFixture(TestServer server) {
    this.server = server;
  }

  @Override
  public LockKind kind() {
    return LockKind.FAIR;
  }

  @Override
  public LockClient open(ClientSpec spec) {
    return client(spec, server.clientUri());
  }

  /** A client of a server of this address, if the specification names no other. */
  static LockClient client(ClientSpec spec, String uri) {
    HoldfastClient client = TestClients.open(spec, uri);
    return new Client(client, new FairLocks(client));
  }

  @Override
  public List<TestServer> servers() {
    return List.of(server);
  }

  @Override
  public List<String> keys(String name) {
    LockKeys keys = new Keyspace("holdfast").lock("fair", name);
    return List.of(keys.lockKey(), keys.queueKey());
  }

  @Override
  public String holderPattern() {
    return new Keyspace("holdfast").scanPattern("fair");
  }

  @Override
  public boolean passesOn() {
    return false;
  }

  @Override
  public boolean keepsOrderOfClients() {
    return true;
  }

  @Override
  public boolean keepsOrderOfArrival() {
    return true;
  }

  @Override
  public boolean keepsTestTime() {
    return true;
  }

  private record Client(HoldfastClient client, FairLocks locks) implements LockClient {

    @Override
    public DistributedLock lock(String name) {
      return locks.get(name);
    }

    @Override
    public DistributedLock lock(String name, AcquireOptions options) {
      return locks.get(name, options);
    }

    @Override
    public long arrivalOf(Hold hold) {
      return Arrival.of(hold);
    }

    @Override
    public LockStatistics statistics() {
      return client.statistics();
    }

    @Override
    public void close() {
      client.close();
    }
  }
}
