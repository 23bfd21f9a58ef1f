package io.holdfast.spring.section;

import io.holdfast.lock.LeaseLostException;

/** What is thrown if a lock was lost and the work threw as well. */
final class Losses {

  private Losses() {}

  /** The loss, with what the work threw; but an error comes first, and a loss is told once. */
  static Throwable with(LeaseLostException loss, Throwable thrown) {
    return thrown instanceof Error || thrown instanceof LeaseLostException
        ? join(thrown, loss)
        : join(loss, thrown);
  }

  static Throwable join(Throwable first, Throwable next) {
    if (first != next) {
      first.addSuppressed(next);
    }
    return first;
  }
}
