package io.holdfast.lock;

import java.time.Duration;

/**
 * A request to the server has ended.
 *
 * @param script name of the script that was sent, such as {@code acquire}
 * @param outcome how it ended
 * @param took time from sending it to the end. If the server did not know the script by its hash,
 *     the time counts from when the request is sent again with the script's text.
 * @param clientLabel of the client that sent it
 */
public record RequestEvent(String script, Outcome outcome, Duration took, String clientLabel) {

  /** How a request ended. */
  public enum Outcome {
    /** The server answered. */
    OK("ok"),
    /**
     * It was not executed: the server answered with an error, or there was no connection to send it
     * over.
     */
    REFUSED("refused"),
    /** No answer came; the server may or may not have executed it. */
    UNKNOWN("unknown");

    private final String text;

    Outcome(String text) {
      this.text = text;
    }

    /** One word for people and for tags of meters, such as "ok". */
    public String text() {
      return text;
    }
  }
}
