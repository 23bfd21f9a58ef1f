package io.holdfast.lock.core;

import io.holdfast.lock.ConnectionEvent;
import io.holdfast.lock.core.engine.ClientId;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.jfr.Recorder;
import java.util.Locale;
import java.util.Optional;

/**
 * Tells listeners and the flight recorder what becomes of the connections of a client. Any thread.
 *
 * @param engine of the client
 * @param server what the connections are to
 */
record ConnectionNews(Engine engine, String server) {

  /**
   * It is up, or is not.
   *
   * @param why it is not up; empty if it is
   */
  void tell(ConnectionEvent.Connection connection, Optional<String> why) {
    ConnectionEvent event =
        new ConnectionEvent(
            connection,
            why.isEmpty() ? ConnectionEvent.State.UP : ConnectionEvent.State.REOPENING,
            server,
            why,
            ClientId.labelOf(engine.clientId()));
    Recorder.here()
        .connection(
            event.clientLabel(),
            connection.text(),
            server,
            event.state().name().toLowerCase(Locale.ROOT),
            why.orElse(""));
    if (engine.callbacks().hasListeners()) {
      engine.callbacks().tell(listener -> listener.connection(event));
    }
  }
}
