package io.holdfast.lock.core;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockStatistics;
import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.core.gate.Arrival;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import java.util.List;

/** The plain lock, for the contract suites. */
final class PlainLockFixture implements LockFixture {

  private final TestServer server;

  PlainLockFixture(TestServer server) {
    this.server = server;
  }

  @Override
  public LockClient open(ClientSpec spec) {
    return client(spec, server.clientUri());
  }

  /** A client of a server of this address, if the specification names no other. */
  static LockClient client(ClientSpec spec, String uri) {
    return new Client(TestClients.open(spec, uri));
  }

  @Override
  public List<TestServer> servers() {
    return List.of(server);
  }

  @Override
  public List<String> keys(String name) {
    LockKeys keys = new Keyspace("holdfast").lock("lock", name);
    return List.of(keys.lockKey(), keys.queueKey());
  }

  @Override
  public String holderPattern() {
    return new Keyspace("holdfast").scanPattern("lock");
  }

  @Override
  public boolean passesOn() {
    return true;
  }

  @Override
  public boolean keepsOrderOfClients() {
    return true;
  }

  @Override
  public boolean keepsOrderOfArrival() {
    return false;
  }

  @Override
  public boolean keepsTestTime() {
    return true;
  }

  private record Client(HoldfastClient client) implements LockClient {

    @Override
    public DistributedLock lock(String name) {
      return client.lock(name);
    }

    @Override
    public DistributedLock lock(String name, AcquireOptions options) {
      return client.lock(name, options);
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
