package io.holdfast.spring.boot;

import io.holdfast.lock.core.ClientStatus;
import io.holdfast.lock.core.ConnectionStatus;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The status of a client, for health and endpoint: no lock names, no password. */
final class StatusDetails {

  private StatusDetails() {}

  static Map<String, Object> of(ClientStatus status) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("server", status.server());
    details.put("mode", status.mode().name().toLowerCase(Locale.ROOT));
    putConnections(details, status);
    details.put("held", status.holds());
    details.put("waiting", status.waiters());
    details.put("clientLabel", status.clientLabel());
    details.put("keyPrefix", status.keyPrefix());
    return details;
  }

  /** Of the client of a node: without holds and waiters, which are those of the quorum. */
  static Map<String, Object> ofNode(ClientStatus status) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("server", status.server());
    putConnections(details, status);
    return details;
  }

  private static void putConnections(Map<String, Object> details, ClientStatus status) {
    details.put("commands", describe(status.commands()));
    details.put("inbox", describe(status.inbox()));
    status.sinceLastAnswer().ifPresent(since -> details.put("lastAnswerMs", since.toMillis()));
  }

  /** Such as "up", or "reopening for 2300 ms". */
  private static String describe(ConnectionStatus connection) {
    String state = connection.state().name().toLowerCase(Locale.ROOT);
    return connection.isUp()
        ? state
        : "%s for %s ms%s"
            .formatted(
                state,
                connection.lasting().toMillis(),
                connection.reason().map(reason -> ": " + reason).orElse(""));
  }
}
