package io.holdfast.lock.torture.workload;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.torture.history.OperationKind;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * One way to ask for a lock as a {@code java.util.concurrent} lock.
 *
 * @param kind what it is called
 * @param maxWait how long it may wait; without bound, or not at all, if empty
 * @param attempt does it
 */
record Request(OperationKind kind, Optional<Duration> maxWait, Attempt attempt) {

  /** An attempt to lock. */
  @FunctionalInterface
  interface Attempt {
    /** Whether it was acquired. */
    boolean run() throws Exception;
  }

  /** What this act begins with. */
  static Request of(Scene scene, Act act, Duration wait, Duration fixedLease) {
    DistributedLock lock = scene.lock();
    Verbs verbs = scene.verbs();
    return switch (act.base()) {
      case LOCK, RE_ENTER, AWAIT, SIGNAL -> untimed(verbs.lock(), lock::lock);
      case LOCK_FIXED -> untimed(verbs.lock(), () -> lock.lock(fixedLease));
      case LOCK_INTERRUPTIBLY ->
          new Request(
              verbs.lockInterruptibly(),
              Optional.empty(),
              () -> {
                lock.lockInterruptibly();
                return true;
              });
      case TRY_LOCK -> new Request(verbs.tryLock(), Optional.empty(), lock::tryLock);
      case TIMED_TRY_LOCK ->
          new Request(
              verbs.timedTryLock(),
              Optional.of(wait),
              () -> lock.tryLock(wait.toNanos(), TimeUnit.NANOSECONDS));
      case TIMED_TRY_LOCK_FIXED ->
          new Request(
              verbs.timedTryLock(), Optional.of(wait), () -> lock.tryLock(wait, fixedLease));
      default -> throw new IllegalArgumentException(act + " is not a call of a view");
    };
  }

  private static Request untimed(OperationKind kind, Runnable locking) {
    return new Request(
        kind,
        Optional.empty(),
        () -> {
          locking.run();
          return true;
        });
  }
}
