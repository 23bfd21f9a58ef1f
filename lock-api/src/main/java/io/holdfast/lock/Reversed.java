package io.holdfast.lock;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The last first, each of them, whatever becomes of the others. */
final class Reversed {

  private Reversed() {}

  /** Throws what was thrown first, with the rest suppressed in it. */
  static <T> void forEach(List<T> all, Consumer<T> action) {
    Throwable first = null;
    for (int i = all.size() - 1; i >= 0; i--) {
      try {
        action.accept(all.get(i));
      } catch (RuntimeException | Error e) {
        first = joined(first, e);
      }
    }
    if (first instanceof Error error) {
      throw error;
    }
    if (first != null) {
      throw (RuntimeException) first;
    }
  }

  static Throwable joined(@Nullable Throwable first, Throwable next) {
    if (first == null) {
      return next;
    }
    if (first != next) {
      first.addSuppressed(next);
    }
    return first;
  }
}
