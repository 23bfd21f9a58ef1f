package io.holdfast.lock;

import java.util.Optional;

/**
 * A connection of a client came up, or went down.
 *
 * @param connection which of them
 * @param state where it stands now
 * @param server for people: without user and password
 * @param why it is not up, for people; empty if it is
 * @param clientLabel of the client
 */
public record ConnectionEvent(
    Connection connection, State state, String server, Optional<String> why, String clientLabel) {

  /** The connections of a client. */
  public enum Connection {
    /** Requests go over it. */
    COMMANDS("commands"),
    /** Messages come over it. Without it, waiters are served with a delay. */
    INBOX("inbox");

    private final String text;

    Connection(String text) {
      this.text = text;
    }

    /** One word for people and for tags of meters, such as "inbox". */
    public String text() {
      return text;
    }
  }

  /** Where a connection stands. */
  public enum State {
    /** It is open. */
    UP,
    /** There is no usable one; the client retries until it has opened another. */
    REOPENING
  }
}
