package io.holdfast.lock.cli.run;

/** What happens to the command when the lock is lost under it. */
enum OnLoss {
  /** It is asked to end. */
  TERM,
  /** It is ended. */
  KILL,
  /** It goes on. */
  IGNORE
}
