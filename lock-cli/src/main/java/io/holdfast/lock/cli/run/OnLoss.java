package io.holdfast.lock.cli.run;

/** What happens to the command when the lock is lost under it, or when we are killed. */
enum OnLoss {
  /** It is asked to end. */
  TERM,
  /** It is ended. */
  KILL,
  /** It goes on. */
  IGNORE;

  /**
   * The name of the signal that it gets.
   *
   * @throws IllegalStateException if it gets none
   */
  String signal() {
    if (this == IGNORE) {
      throw new IllegalStateException("the command goes on");
    }
    return name();
  }
}
