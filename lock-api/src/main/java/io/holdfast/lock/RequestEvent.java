package io.holdfast.lock;

import java.time.Duration;

/**
 * A request to the server has ended.
 *
 * @param script name of the script that was sent, such as {@code acquire}
 * @param outcome what became of it
 * @param took time from the call that sent it to the end
 * @param clientLabel of the client that sent it
 */
public record RequestEvent(String script, Outcome outcome, Duration took, String clientLabel) {

  /** What became of a request. */
  public enum Outcome {
    /** The server answered. */
    OK("ok"),
    /**
     * It was not executed: the server answered with an error, or there was no connection to send it
     * over.
     */
    REFUSED("refused"),
    /** No answer came: the server may have executed it, or not. */
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
