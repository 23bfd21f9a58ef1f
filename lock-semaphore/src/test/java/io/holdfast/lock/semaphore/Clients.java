package io.holdfast.lock.semaphore;

import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.testkit.contract.ClientSpec;
import io.holdfast.lock.testkit.server.TestServer;
import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;

/** Clients for the contract suites. All share the network threads of this JVM. */
final class Clients {

  // Ends with the JVM: its threads are daemons.
  private static final ClientResources RESOURCES =
      DefaultClientResources.builder().ioThreadPoolSize(2).computationThreadPoolSize(2).build();

  private Clients() {}

  static HoldfastClient open(ClientSpec spec, TestServer server) {
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
    return HoldfastClient.using(
        RESOURCES, settings.build(), RedisURI.create(spec.address().orElse(server.uri())));
  }
}
