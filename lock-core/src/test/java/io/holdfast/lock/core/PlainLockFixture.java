package io.holdfast.lock.core;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.core.gate.Arrival;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.testkit.contract.ClientSpec;
import io.holdfast.lock.testkit.contract.LockClient;
import io.holdfast.lock.testkit.contract.LockFixture;
import io.holdfast.lock.testkit.server.TestServer;
import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.util.List;

/** The plain lock, for the contract suites. All clients share the network threads of this JVM. */
final class PlainLockFixture implements LockFixture {

  // Ends with the JVM: its threads are daemons.
  private static final ClientResources RESOURCES =
      DefaultClientResources.builder().ioThreadPoolSize(2).computationThreadPoolSize(2).build();

  private final TestServer server;

  PlainLockFixture(TestServer server) {
    this.server = server;
  }

  @Override
  public LockClient open(ClientSpec spec) {
    return client(spec, spec.address().orElse(server.uri()));
  }

  /** A client of a server of this address. */
  static LockClient client(ClientSpec spec, String uri) {
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
    return new Client(HoldfastClient.using(RESOURCES, settings.build(), RedisURI.create(uri)));
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
    public void close() {
      client.close();
    }
  }
}
