package io.holdfast.lock.cli.demo;

/** The story could not be told to its end. */
final class DemoFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  DemoFailure(String message) {
    super(message);
  }
}
