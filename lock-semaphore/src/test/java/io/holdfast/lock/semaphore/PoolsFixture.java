package io.holdfast.lock.semaphore;

import io.holdfast.lock.PermitPool;
import io.holdfast.lock.contract.PoolFixture;
import io.holdfast.lock.contract.PoolKeys;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.TestClients;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.PoolClient;

/** Pools of permits, for the contract suites. */
final class PoolsFixture implements PoolFixture {

  private final TestServer server;

  PoolsFixture(TestServer server) {
    this.server = server;
  }

  @Override
  public PoolClient open(ClientSpec spec) {
    return client(spec, server.clientUri());
  }

  /** A client of a server of this address, if the specification names no other. */
  static PoolClient client(ClientSpec spec, String uri) {
    HoldfastClient client = TestClients.open(spec, uri);
    return new Client(client, new Semaphores(client));
  }

  @Override
  public TestServer server() {
    return server;
  }

  @Override
  public PoolKeys keys(String name) {
    String[] keys = new Keyspace("holdfast").sharedLock("pool", name).all();
    return new PoolKeys(keys[0], keys[1], keys[2]);
  }

  private record Client(HoldfastClient client, Semaphores semaphores) implements PoolClient {

    @Override
    public PermitPool pool(String name, int size) {
      return semaphores.pool(name, size);
    }

    @Override
    public void close() {
      client.close();
    }
  }
}
