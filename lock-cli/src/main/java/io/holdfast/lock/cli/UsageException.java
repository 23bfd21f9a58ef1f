package io.holdfast.lock.cli;

/** The command line is wrong in a way that the parser could not see. */
public final class UsageException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** With what to say. */
  public UsageException(String message) {
    super(message);
  }
}
