package io.holdfast.lock;

/**
 * The semaphore or latch that the call waited for, or meant to change, was deleted meanwhile, or
 * lost by its server.
 */
public final class DeletedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** With a message for people: the name. */
  public DeletedException(String message) {
    super(message);
  }
}
