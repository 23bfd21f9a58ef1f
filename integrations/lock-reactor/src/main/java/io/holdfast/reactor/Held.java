package io.holdfast.reactor;

import io.holdfast.lock.Hold;
import org.jspecify.annotations.Nullable;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * A lock that the work of a chain of operators holds, in Reactor's context; linked to those around.
 * Any thread.
 */
record Held(Key key, Hold hold, @Nullable Held outer) {

  /**
   * Which lock.
   *
   * @param of what the name belongs to: the {@code Locks}, or the lock itself
   * @param name the name
   */
  record Key(Object of, String name) {}

  /** The context of work that holds this, too. */
  static Context with(Context around, Key key, Hold hold) {
    return around.put(Held.class, new Held(key, hold, innermost(around)));
  }

  /**
   * Refuses a request that would wait for work around it.
   *
   * @throws IllegalStateException if this lock is held there
   */
  static void requireNotInside(ContextView context, Key wanted) {
    for (Held held = innermost(context); held != null; held = held.outer) {
      if (held.key.equals(wanted) && held.hold.isValid()) {
        throw new IllegalStateException(
            "Lock '%s': requested inside work that holds it, so it would wait for itself; a reactive lock is not reentrant"
                .formatted(wanted.name()));
      }
    }
  }

  private static @Nullable Held innermost(ContextView context) {
    return context.<Held>getOrEmpty(Held.class).orElse(null);
  }
}
