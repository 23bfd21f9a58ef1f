package io.holdfast.reactor;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * A lock that the work of a chain of operators holds, in Reactor's context; linked to those around.
 * Any thread.
 */
record Held(DistributedLock lock, Hold hold, @Nullable Held outer) {

  /** The context of work that holds this, too. */
  static Context with(Context around, DistributedLock lock, Hold hold) {
    return around.put(Held.class, new Held(lock, hold, innermost(around)));
  }

  /** Why a request is refused, if it would wait for work around it, which holds this lock. */
  static Optional<Throwable> refusal(ContextView context, DistributedLock wanted) {
    for (Held held = innermost(context); held != null; held = held.outer) {
      if (held.lock.equals(wanted) && held.hold.isValid()) {
        return Optional.of(
            new IllegalStateException(
                "Lock '%s': requested inside work that holds it, so it would wait for itself; a reactive lock is not reentrant"
                    .formatted(wanted.name())));
      }
    }
    return Optional.empty();
  }

  private static @Nullable Held innermost(ContextView context) {
    return context.<Held>getOrEmpty(Held.class).orElse(null);
  }
}
