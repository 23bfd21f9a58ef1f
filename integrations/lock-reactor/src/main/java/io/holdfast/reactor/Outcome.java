package io.holdfast.reactor;

import io.holdfast.lock.LeaseLostException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the subscriber is told when the work has ended. */
final class Outcome {

  private Outcome() {}

  /**
   * The failure, if there is one. A loss comes before what the work failed with, so that code that
   * catches it learns of every loss. Exceptions: an {@link Error} comes first, and so does the loss
   * that the work has told itself.
   */
  static Optional<Throwable> of(@Nullable Throwable thrown, Optional<LeaseLostException> loss) {
    if (thrown == null || loss.isEmpty()) {
      return thrown == null ? loss.<Throwable>map(one -> one) : Optional.of(thrown);
    }
    return thrown instanceof Error || thrown instanceof LeaseLostException
        ? Optional.of(joined(thrown, loss.get()))
        : Optional.of(joined(loss.get(), thrown));
  }

  private static Throwable joined(Throwable first, Throwable next) {
    if (first != next) {
      first.addSuppressed(next);
    }
    return first;
  }
}
