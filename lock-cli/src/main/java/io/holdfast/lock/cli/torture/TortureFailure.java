package io.holdfast.lock.cli.torture;

/** A worker did not behave as a process should, whatever its locks did. */
final class TortureFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  TortureFailure(String message) {
    super(message);
  }
}
