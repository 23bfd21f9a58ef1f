package io.holdfast.lock;

import org.jspecify.annotations.Nullable;

/**
 * The server could not be asked, did not answer in time, or refused. This says nothing about the
 * holder of the lock: "unreachable" is not "held by another".
 *
 * <p>While there is no connection, the message says why the last attempt to connect failed, for
 * example because of a wrong password, and that failure is among the causes.
 *
 * <p>The call that throws it leaves nothing behind: the client withdraws an acquisition of unknown
 * outcome in the background until the server has acknowledged that or the lease has run out.
 */
public class LockServerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Whether the server said no. */
  private final boolean isRefusal;

  /** With a message for people, and what the connection reported, if anything. */
  public LockServerException(String message, @Nullable Throwable cause) {
    this(message, cause, false);
  }

  /** The same, and whether the server refused. */
  public LockServerException(String message, @Nullable Throwable cause, boolean isRefusal) {
    super(message, cause);
    this.isRefusal = isRefusal;
  }

  /**
   * Whether the server was asked and refused, so that it would refuse the same request again: for
   * example, the user lacks a right, or the key holds something else. It is false if the server
   * could not be asked, did not answer, or cannot serve any client at present. A refused password
   * also gives false, because then there is no connection. A quorum has refused if the nodes that
   * have not refused are no majority.
   */
  public boolean isRefusal() {
    return isRefusal;
  }
}
