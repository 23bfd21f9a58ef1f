package io.holdfast.lock.core.server;

import io.lettuce.core.RedisException;
import io.lettuce.core.event.Event;
import io.lettuce.core.event.connection.ReconnectFailedEvent;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Optional;

/** Why Lettuce could not reconnect by itself: it does not tell that to the senders of requests. */
final class FailedReconnect {

  private FailedReconnect() {}

  /** The reason, if this event says that Lettuce has failed. */
  static Optional<Throwable> reasonIn(Event event) {
    return event instanceof ReconnectFailedEvent failed
        ? Optional.of(reason(failed.remoteAddress(), failed.getCause()))
        : Optional.empty();
  }

  /** What Lettuce had connected to, if this event says that it has failed. */
  static Optional<InetSocketAddress> nameIn(Event event) {
    return event instanceof ReconnectFailedEvent failed
            && failed.remoteAddress() instanceof InetSocketAddress name
        ? Optional.of(name)
        : Optional.empty();
  }

  /** Of a cluster it matters which node. */
  private static Throwable reason(SocketAddress to, Throwable cause) {
    String where =
        to instanceof InetSocketAddress address
            ? "%s:%s".formatted(address.getHostString(), address.getPort())
            : String.valueOf(to);
    return new RedisException(
        "reconnecting to %s failed: %s".formatted(where, FailureReason.of(cause)), cause);
  }
}
