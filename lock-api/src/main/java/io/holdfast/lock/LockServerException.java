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

  /** Whether the server said no. */
  private final boolean isRefusal;

  /** With the story for people, and what the connection reported, if anything. */
  public LockServerException(String message, @Nullable Throwable cause) {
    this(message, cause, false);
  }

  /** As the other, and whether it is a refusal. */
  public LockServerException(String message, @Nullable Throwable cause, boolean isRefusal) {
    super(message, cause);
    this.isRefusal = isRefusal;
  }

  /**
   * Whether the server was asked and refused, so that the same request is refused again: the user
   * has no right to it, say, or the key holds something else. It is false for a server that could
   * not be asked, did not answer, or cannot serve anybody at present; that includes a password that
   * is refused, as then there is no connection. A quorum has refused if so many of its nodes have
   * that the others are no majority.
   */
  public boolean isRefusal() {
    return isRefusal;
  }
}
