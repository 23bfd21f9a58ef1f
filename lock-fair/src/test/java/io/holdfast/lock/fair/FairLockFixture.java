package io.holdfast.lock.fair;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
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

/** The fair lock, for the contract suites. All clients share the network threads of this JVM. */
final class FairLockFixture implements LockFixture {

  // Ends with the JVM: its threads are daemons.
  private static final ClientResources RESOURCES =
      DefaultClientResources.builder().ioThreadPoolSize(2).computationThreadPoolSize(2).build();

  private final TestServer server;

  FairLockFixture(TestServer server) {
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
    HoldfastClient client = HoldfastClient.using(RESOURCES, settings.build(), RedisURI.create(uri));
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
    public void close() {
      client.close();
    }
  }
}
