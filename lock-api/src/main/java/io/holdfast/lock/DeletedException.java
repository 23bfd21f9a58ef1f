package io.holdfast.lock;

/** What somebody waited for, or meant to change, was deleted meanwhile, or lost by its server. */
public final class DeletedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** With the story for people: the name. */
  public DeletedException(String message) {
    super(message);
  }
}
