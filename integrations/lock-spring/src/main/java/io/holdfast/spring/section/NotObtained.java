package io.holdfast.spring.section;

import io.holdfast.lock.LockInspection;
import io.holdfast.spring.LockNotObtainedException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Schedulers;

/** Tells who was in the way. */
final class NotObtained {

  private NotObtained() {}

  /** Asks the server who holds them now. Blocks; one round trip for each name. */
  static LockNotObtainedException of(Wanted wanted, Throwable cause) {
    LockInspection seen = inTheWay(wanted);
    long millis = wanted.options().maxWait().map(NotObtained::millis).orElse(0L);
    if (seen == null) {
      return new LockNotObtainedException(
          "%s: not acquired within %s ms (holder unknown)".formatted(wanted.title(), millis),
          wanted.names().first(),
          Optional.empty(),
          OptionalInt.empty(),
          cause);
    }
    Optional<String> holder = seen.holder().map(LockInspection.Holder::clientLabel);
    return new LockNotObtainedException(
        "Lock '%s': not acquired within %s ms (%s, %s waiting)"
            .formatted(
                seen.lockName(),
                millis,
                holder.map(label -> "holder " + label).orElse("free by now"),
                seen.queueLength()),
        seen.lockName(),
        holder,
        OptionalInt.of(seen.queueLength()),
        cause);
  }

  /** As {@link #of}, on a thread that may block. */
  static CompletableFuture<LockNotObtainedException> later(Wanted wanted, Throwable cause) {
    return CompletableFuture.supplyAsync(
        () -> of(wanted, cause), task -> Schedulers.boundedElastic().schedule(task));
  }

  static LockNotObtainedException interrupted(Wanted wanted, InterruptedException cause) {
    return new LockNotObtainedException(
        "%s: not acquired, interrupted while waiting".formatted(wanted.title()),
        wanted.names().first(),
        Optional.empty(),
        OptionalInt.empty(),
        cause);
  }

  /** The first that another holds, or else the last; null if the server does not say. */
  private static @Nullable LockInspection inTheWay(Wanted wanted) {
    LockInspection seen = null;
    try {
      for (String name : wanted.names()) {
        seen = wanted.lock(name).inspect();
        if (seen.holder().isPresent() && !wanted.isHeldByThread(name)) {
          return seen;
        }
      }
    } catch (RuntimeException e) { // the server is away, say: what counts is that it timed out
      return null;
    }
    return seen;
  }

  private static long millis(java.time.Duration wait) {
    return wait.isNegative() ? 0 : wait.toMillis();
  }
}
