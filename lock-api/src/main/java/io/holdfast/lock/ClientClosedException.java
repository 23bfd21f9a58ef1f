package io.holdfast.lock;

/** The client was closed before or during the call. Nothing is held. */
public final class ClientClosedException extends IllegalStateException {

  private static final long serialVersionUID = 1L;

  /** With a message for people. */
  public ClientClosedException(String message) {
    super(message);
  }
}
