package io.holdfast.lock;

import org.jspecify.annotations.Nullable;

/**
 * The server could not be asked, or did not answer in time, or refused. It says nothing about who
 * holds the lock: "unreachable" is not "held by another".
 *
 * <p>While there is no connection the message says why the last attempt to connect failed, such as
 * a password that is refused, and that failure is among the causes.
 *
 * <p>Nothing is left behind by the call that throws it: an acquisition of unknown outcome is
 * withdrawn in the background until the server has acknowledged it or its lease has run out.
 */
public class LockServerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** With the story for people, and what the connection reported, if anything. */
  public LockServerException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
