package io.holdfast.lock.core.kind;

import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.core.server.LettuceFeatures;
import io.holdfast.lock.core.server.ServerUri;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Clients of several servers, on one network thread, that are closed together. */
public final class ClientGroup implements AutoCloseable {

  private static final long SHUTDOWN_SECONDS = 2;

  private final ClientResources resources =
      DefaultClientResources.builder()
          .eventLoopGroupProvider(new DefaultEventLoopGroupProvider(1))
          .build();
  private final List<HoldfastClient> clients = new ArrayList<>();

  private ClientGroup() {}

  /** Opened, not connected yet. */
  public static ClientGroup open(HoldfastSettings settings, List<String> uris) {
    LettuceFeatures.requireSupported();
    ClientGroup group = new ClientGroup();
    try {
      for (String uri : uris) {
        group.clients.add(
            HoldfastClient.using(
                group.resources, settings.connectingInBackground(), ServerUri.parse(uri)));
      }
      return group;
    } catch (RuntimeException e) {
      group.close();
      throw e;
    }
  }

  /** One for each server, in their order. */
  public List<HoldfastClient> clients() {
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
