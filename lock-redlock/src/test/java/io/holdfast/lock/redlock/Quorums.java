package io.holdfast.lock.redlock;

import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.util.List;

/** A quorum with the clients of its nodes; it stands for a process. */
final class Quorums implements AutoCloseable {

  // Ends with the JVM: its threads are daemons.
  private static final ClientResources RESOURCES =
      DefaultClientResources.builder().ioThreadPoolSize(2).computationThreadPoolSize(2).build();

  private final List<HoldfastClient> clients;
  private final RedLocks locks;

  private Quorums(List<HoldfastClient> clients, RedLocks locks) {
    this.clients = clients;
    this.locks = locks;
  }

  /** Servers of a test have just started: there is no quarantine. */
  static Quorums open(List<String> uris) {
    return open(
        RedLockSettings.builder().quarantine(false).build(), HoldfastSettings.defaults(), uris);
  }

  static Quorums open(RedLockSettings settings, HoldfastSettings ofNodes, List<String> uris) {
    List<HoldfastClient> clients =
        uris.stream()
            .map(uri -> HoldfastClient.using(RESOURCES, ofNodes, RedisURI.create(uri)))
            .toList();
    return new Quorums(clients, new RedLocks(settings, clients.toArray(HoldfastClient[]::new)));
  }

  RedLocks locks() {
    return locks;
  }

  @Override
  public void close() {
    locks.close();
    clients.forEach(HoldfastClient::close);
  }
}
