package io.holdfast.lock.semaphore;

import io.holdfast.lock.PermitPool;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.testkit.contract.ClientSpec;
import io.holdfast.lock.testkit.contract.PoolClient;
import io.holdfast.lock.testkit.contract.PoolFixture;
import io.holdfast.lock.testkit.contract.PoolKeys;
import io.holdfast.lock.testkit.server.TestServer;
import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;

/** Pools of permits, for the contract suites. All clients share the network threads of this JVM. */
final class PoolsFixture implements PoolFixture {

  // Ends with the JVM: its threads are daemons.
  private static final ClientResources RESOURCES =
      DefaultClientResources.builder().ioThreadPoolSize(2).computationThreadPoolSize(2).build();

  private final TestServer server;

  PoolsFixture(TestServer server) {
    this.server = server;
  }

  @Override
  public PoolClient open(ClientSpec spec) {
    return client(spec, spec.address().orElse(server.uri()));
  }

  /** A client of a server of this address. */
  static PoolClient client(ClientSpec spec, String uri) {
    HoldfastSettings.Builder settings = HoldfastSettings.builder();
    spec.label().ifPresent(settings::clientLabel);
    spec.lease().ifPresent(settings::lease);
    spec.pace()
        .ifPresent(
            pace ->
                settings
                    .claimLease(pace.claimLease())
                    .commandTimeout(pace.commandTimeout())
                    .unreachableLimit(pace.unreachableLimit()));
    spec.listeners().forEach(settings::listener);
    spec.callbackExecutor().ifPresent(settings::callbackExecutor);
    HoldfastClient client = HoldfastClient.using(RESOURCES, settings.build(), RedisURI.create(uri));
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
