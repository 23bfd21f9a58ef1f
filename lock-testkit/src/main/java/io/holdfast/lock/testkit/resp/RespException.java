package io.holdfast.lock.testkit.resp;

/**
 * The server answered with an error. The message is the server's text, unchanged.
 *
 * <p>Inside an array (the answer to {@code EXEC}, a script's table) an error is an element, not
 * thrown.
 */
public final class RespException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** An error reply with the server's text, without the leading {@code -}. */
  public RespException(String text) {
    super(text);
  }

  /** The first word of the server's text, such as {@code WRONGTYPE} or {@code NOSCRIPT}. */
  public String code() {
    String text = String.valueOf(getMessage());
    int space = text.indexOf(' ');
    return space < 0 ? text : text.substring(0, space);
  }
}
