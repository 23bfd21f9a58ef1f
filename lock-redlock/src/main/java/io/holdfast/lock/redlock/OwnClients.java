package io.holdfast.lock.redlock;

import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.core.server.ServerUri;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Clients that a quorum has opened for itself, one for each node, on one network thread. */
final class OwnClients implements AutoCloseable {

  private static final long SHUTDOWN_SECONDS = 2;

  private final ClientResources resources =
      DefaultClientResources.builder()
          .eventLoopGroupProvider(new DefaultEventLoopGroupProvider(1))
          .build();
  private final List<HoldfastClient> clients = new ArrayList<>();

  private OwnClients() {}

  /** Opened, not connected yet. */
  static OwnClients open(HoldfastSettings settings, List<String> uris) {
    OwnClients own = new OwnClients();
    try {
      for (String uri : uris) {
        own.clients.add(
            HoldfastClient.using(
                own.resources, settings.connectingInBackground(), ServerUri.parse(uri)));
      }
      return own;
    } catch (RuntimeException e) {
      own.close();
      throw e;
    }
  }

  List<HoldfastClient> clients() {
    return clients;
  }

  @Override
  public void close() {
    clients.forEach(HoldfastClient::close);
    resources
        .shutdown(0, SHUTDOWN_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
  }
}
