package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.ServerFailure;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whose the last word on a lock was: the server's, or nobody's. "Unreachable" is not "held by
 * another", and the waiters are told which. Guarded by the gate's monitor.
 */
final class Reachability {

  private static final Duration LONGEST = Duration.ofDays(1);

  private final LockKeys keys;
  private final long limitNanos;
  private boolean isServersWord;
  private @Nullable ServerFailure failure; // null while the last word was an answer, or none yet
  private long failingSinceNanos;

  Reachability(Duration limit, LockKeys keys) {
    this.keys = keys;
    this.limitNanos = limit.compareTo(LONGEST) > 0 ? Long.MAX_VALUE / 4 : limit.toNanos();
  }

  void nothingHeardYet() {
    isServersWord = false;
    failure = null;
  }

  void heard() {
    isServersWord = true;
    failure = null;
  }

  /** Whether the last word was the server's. */
  boolean isServersWord() {
    return isServersWord;
  }

  /** Whether a question is on its way of which neither answer nor failure is known. */
  boolean isUndecided() {
    return !isServersWord && failure == null;
  }

  void failed(ServerFailure latest, long now) {
    if (failure == null) {
      failingSinceNanos = now;
    }
    isServersWord = false;
    failure = latest;
  }

  /** For one whose time is over: the lock is another's, or nobody knows. */
  WaitResult verdictOnTimeOut() {
    ServerFailure last = failure;
    return last == null ? WaitResult.REFUSED : new WaitResult.Failed(() -> last.toException(keys));
  }

  /** After a failure: who has to be told? Others go on waiting. */
  Optional<WaitResult> verdictOnFailure(Waiter waiter, long now) {
    Waiter.WaitRequest request = waiter.request;
    ServerFailure last = failure;
    if (last == null) {
      return Optional.empty();
    }
    long sinceNanos =
        failingSinceNanos - request.sinceNanos() > 0 ? failingSinceNanos : request.sinceNanos();
    boolean isOverLimit = request.deadline().isNever() && now - sinceNanos >= limitNanos;
    boolean isFinal =
        last.kind() == ServerFailure.Kind.REFUSED || waiter.isImpatient() || isOverLimit;
    return isFinal
        ? Optional.of(new WaitResult.Failed(() -> last.toException(keys)))
        : Optional.empty();
  }
}
