package io.holdfast.lock.core.server;

import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.event.connection.ReconnectFailedEvent;
import io.lettuce.core.resource.ClientResources;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.function.Consumer;
import java.util.function.Supplier;
import reactor.core.Disposable;

/** Hears why Lettuce could not reconnect by itself: it tells nobody who sends a request. */
final class FailedReconnects {

  private FailedReconnects() {}

  /**
   * From now on, until disposed of. Events of Lettuce are those of all clients on the resources,
   * and name no more than the address: another client of the same server may be meant.
   *
   * @param ours where our connections lead to, at any time
   */
  static Disposable listen(
      ClientResources resources,
      Supplier<? extends Collection<RedisURI>> ours,
      Consumer<Throwable> then) {
    return resources
        .eventBus()
        .get()
        .filter(ReconnectFailedEvent.class::isInstance)
        .cast(ReconnectFailedEvent.class)
        .subscribe(
            event -> {
              if (event.remoteAddress() instanceof InetSocketAddress address
                  && ours.get().stream().anyMatch(uri -> isAt(uri, address))) {
                then.accept(reason(address, event.getCause()));
              }
            });
  }

  private static boolean isAt(RedisURI uri, InetSocketAddress address) {
    return uri.getPort() == address.getPort() && address.getHostString().equals(uri.getHost());
  }

  /** Of a cluster it matters which node. */
  private static Throwable reason(InetSocketAddress address, Throwable cause) {
    return new RedisException(
        "reconnecting to %s:%s failed: %s"
            .formatted(address.getHostString(), address.getPort(), FailureReason.of(cause)),
        cause);
  }
}
