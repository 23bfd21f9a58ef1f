package io.holdfast.lock.core;

import io.holdfast.lock.core.server.Uptime;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What a client knew of one of its connections at one moment.
 *
 * @param state where it stood
 * @param lasting for how long it had stood there
 * @param reason why it was not up, for people: what happened to it, and why the last attempt to
 *     open it failed if one did; empty if it was up or closed. Holds no password
 */
public record ConnectionStatus(State state, Duration lasting, Optional<String> reason) {

  /** Where a connection stands. */
  public enum State {
    /**
     * It is open, and nothing is known against it. A server that fell silent is noticed when a
     * request goes unanswered; a client that asks for nothing sends a ping after 15 s.
     */
    UP,
    /** There is no usable one. The client retries until it has opened another. */
    REOPENING,
    /** The client is closed. */
    CLOSED
  }

  /** Refuses null. */
  public ConnectionStatus {
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(lasting, "lasting");
    Objects.requireNonNull(reason, "reason");
  }

  /** Whether it was up. */
  public boolean isUp() {
    return state == State.UP;
  }

  static ConnectionStatus of(Uptime.Look look) {
    State state =
        switch (look.state()) {
          case UP -> State.UP;
          case REOPENING -> State.REOPENING;
          case CLOSED -> State.CLOSED;
        };
    return new ConnectionStatus(state, look.lasting(), look.why());
  }
}
