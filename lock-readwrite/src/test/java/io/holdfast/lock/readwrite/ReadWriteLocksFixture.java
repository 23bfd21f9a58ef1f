package io.holdfast.lock.readwrite;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedReadWriteLock;
import io.holdfast.lock.LockStatistics;
import io.holdfast.lock.contract.ReadWriteFixture;
import io.holdfast.lock.contract.ReadWriteKeys;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.TestClients;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.ReadWriteClient;
import java.util.List;

/** The read-write lock, for the contract suites. */
final class ReadWriteLocksFixture implements ReadWriteFixture {

  private final TestServer server;

  ReadWriteLocksFixture(TestServer server) {
    this.server = server;
  }

  @Override
  public ReadWriteClient open(ClientSpec spec) {
    return client(spec, server.clientUri());
  }

  /** A client of a server of this address, if the specification names no other. */
  static ReadWriteClient client(ClientSpec spec, String uri) {
    HoldfastClient client = TestClients.open(spec, uri);
    return new Client(client, new ReadWriteLocks(client));
  }

  @Override
  public List<TestServer> servers() {
    return List.of(server);
  }

  @Override
  public ReadWriteKeys keys(String name) {
    String[] keys = new Keyspace("holdfast").sharedLock("rw", name).all();
    return new ReadWriteKeys(keys[0], keys[1], keys[2]);
  }

  @Override
  public String writerPattern() {
    return new Keyspace("holdfast").scanPattern("rw");
  }

  private record Client(HoldfastClient client, ReadWriteLocks locks) implements ReadWriteClient {

    @Override
    public DistributedReadWriteLock lock(String name) {
      return locks.get(name);
    }

    @Override
    public DistributedReadWriteLock lock(String name, AcquireOptions options) {
      return locks.get(name, options);
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
