package io.holdfast.lock.core.gate;

import io.holdfast.lock.AttemptEvent;
import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.DeletedException;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.LockListener.Why;
import io.holdfast.lock.core.key.LockKeys;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Tells, and counts, how attempts end that end without a hold. Called without a monitor, once an
 * attempt.
 */
final class Attempts {

  private Attempts() {}

  /** It was granted what nobody holds. */
  static void granted(Gates gates, LockKeys keys, Waiter.WaitRequest request) {
    Reporter reporter = gates.reporter();
    reporter.tally().countAcquired();
    reporter.record(request, keys.name(), "granted", 0);
    if (reporter.isHeard()) {
      AttemptEvent attempt = reporter.attempt(keys.name());
      Duration waited = waited(gates, request);
      tell(reporter, listener -> listener.granted(attempt, waited));
    }
  }

  /** It was another's, at once or for too long. */
  static void refused(Gates gates, LockKeys keys, Waiter.WaitRequest request) {
    failed(gates, keys, request, request.isImpatient() ? Why.HELD : Why.TIMEOUT);
  }

  /** It ended like this. */
  static void failed(Gates gates, LockKeys keys, Waiter.WaitRequest request, Why why) {
    Reporter reporter = gates.reporter();
    reporter.tally().countFailed(why);
    reporter.record(request, keys.name(), why.text(), 0);
    if (reporter.isHeard()) {
      tell(reporter, keys, waited(gates, request), why);
    }
  }

  /**
   * Its user has completed the future, in whatever thread: that of a time-out is one for all the
   * JVM, and must not run the code of listeners.
   */
  static void abandoned(Gates gates, LockKeys keys, Waiter.WaitRequest request, Why why) {
    Reporter reporter = gates.reporter();
    reporter.tally().countFailed(why);
    reporter.record(request, keys.name(), why.text(), 0);
    if (!reporter.isHeard()) {
      return;
    }
    AttemptEvent attempt = reporter.attempt(keys.name());
    Duration waited = waited(gates, request);
    if (reporter.isHeardByQueue()) {
      reporter.tellQueued(listener -> listener.failed(attempt, waited, why));
    }
    if (reporter.isHeardDirectly()) {
      reporter.tellDirectElsewhere(listener -> listener.failed(attempt, waited, why));
    }
  }

  /** It ended by this exception. */
  static void failed(
      Gates gates, LockKeys keys, Waiter.WaitRequest request, RuntimeException exception) {
    why(exception).ifPresent(why -> failed(gates, keys, request, why));
  }

  /** It ended before anything was asked. */
  static void failedAtOnce(Gates gates, LockKeys keys, Why why) {
    Reporter reporter = gates.reporter();
    reporter.tally().countFailed(why);
    reporter.recordAtOnce(keys.name(), why.text());
    if (reporter.isHeard()) {
      tell(reporter, keys, Duration.ZERO, why);
    }
  }

  private static void tell(Reporter reporter, LockKeys keys, Duration waited, Why why) {
    AttemptEvent attempt = reporter.attempt(keys.name());
    tell(reporter, listener -> listener.failed(attempt, waited, why));
  }

  private static void tell(Reporter reporter, Consumer<LockListener> event) {
    if (reporter.isHeardByQueue()) {
      reporter.tellQueued(event);
    }
    if (reporter.isHeardDirectly()) {
      reporter.tellDirect(event);
    }
  }

  private static Duration waited(Gates gates, Waiter.WaitRequest request) {
    return Duration.ofNanos(gates.engine().clock().nanoTime() - request.sinceNanos());
  }

  /** Empty for a loss, which is told as one. */
  static Optional<Why> why(RuntimeException exception) {
    if (exception instanceof LeaseLostException) {
      return Optional.empty();
    }
    if (exception instanceof ClientClosedException) {
      return Optional.of(Why.CLOSED);
    }
    return Optional.of(exception instanceof DeletedException ? Why.DELETED : Why.UNREACHABLE);
  }
}
