package io.holdfast.lock;

/** What somebody waited for was deleted meanwhile. */
public final class DeletedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** With the story for people: the name. */
  public DeletedException(String message) {
    super(message);
  }
}
