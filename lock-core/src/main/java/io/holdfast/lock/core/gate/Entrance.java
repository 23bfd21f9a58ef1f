package io.holdfast.lock.core.gate;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.LockListener.Why;
import io.holdfast.lock.core.jfr.Recorder;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.time.Deadline;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How callers come in at one name: what they ask for, and the wait of a thread for it. */
record Entrance(Gates gates, LockKeys keys) {

  /**
   * What a caller wishes, as of now.
   *
   * @param owner the thread that is to own it; null for a handle
   * @param caller the thread to interrupt at its loss if the options say so; null for none
   * @param share how much of it
   * @throws IllegalArgumentException if the lease is too long
   */
  Waiter.WaitRequest request(
      AcquireOptions options, @Nullable Thread owner, @Nullable Thread caller, Waiter.Share share) {
    return new Waiter.WaitRequest(
        gates.terms(options.lease()),
        owner,
        options.interruptsOnLoss() && caller != null ? new LossInterrupt(caller) : null,
        gates.engine().clock().nanoTime(),
        options
            .maxWait()
            .map(wait -> Deadline.after(gates.engine().clock(), wait))
            .orElse(Deadline.never()),
        options.maxWait().filter(Entrance::isNoTime).isPresent(),
        share,
        Recorder.here().attempt());
  }

  private static boolean isNoTime(Duration wait) {
    return wait.isZero() || wait.isNegative();
  }

  /**
   * Has the current thread wait for it.
   *
   * @return what became of it, unless it failed: that is thrown
   */
  WaitResult enter(Waiter.WaitRequest request) throws InterruptedException {
    Parking.beforeBlocking(keys);
    throwIfInterrupted();
    try {
      return answer(request, await(request, true));
    } catch (InterruptedException e) {
      Attempts.failed(gates, keys, request, Why.INTERRUPTED);
      throw e;
    }
  }

  /** The same, through all interrupts. */
  WaitResult enterUninterruptibly(Waiter.WaitRequest request) {
    Parking.beforeBlocking(keys);
    return answer(request, awaitUninterruptibly(request));
  }

  private WaitResult awaitUninterruptibly(Waiter.WaitRequest request) {
    try {
      return await(request, false);
    } catch (InterruptedException e) {
      throw new IllegalStateException("an uninterruptible wait was interrupted", e);
    }
  }

  private WaitResult await(Waiter.WaitRequest request, boolean isInterruptible)
      throws InterruptedException {
    try {
      return new ThreadWaiter(request).await(gates, keys, isInterruptible);
    } catch (ClientClosedException e) { // it is in no gate
      Attempts.failed(gates, keys, request, e);
      throw e;
    }
  }

  /** Tells of an end without a hold; a failure is thrown. */
  private WaitResult answer(Waiter.WaitRequest request, WaitResult result) {
    if (result instanceof WaitResult.Failed failed) {
      throw thrown(request, failed);
    }
    if (result instanceof WaitResult.Refused) {
      Attempts.refused(gates, keys, request);
    } else if (result instanceof WaitResult.Granted) {
      Attempts.granted(gates, keys, request);
    }
    return result;
  }

  private RuntimeException thrown(Waiter.WaitRequest request, WaitResult.Failed failed) {
    RuntimeException exception = failed.exception().get();
    Attempts.failed(gates, keys, request, exception);
    return exception;
  }

  /** Has the current thread, which waited for a signal, take back what it had. */
  OwnedHold takeBack(Waiter waiter) {
    WaitResult result = waiter.result();
    if (result instanceof OwnedHold given && !given.accept()) {
      given.holds().expire(given); // lost before we saw it: ask again
      result = awaitUninterruptibly(waiter.request.since(gates.engine().now()));
    }
    if (result instanceof WaitResult.Failed failed) {
      throw thrown(waiter.request, failed);
    }
    if (!(result instanceof OwnedHold regained)) {
      throw new IllegalStateException("a caller that waits without a limit was refused: " + result);
    }
    return regained;
  }

  /** It is refused without a question. */
  WaitResult refusedAtOnce() {
    Attempts.failedAtOnce(gates, keys, Why.HELD);
    return WaitResult.REFUSED;
  }

  /** Has somebody wait for it who is told later. It has not begun to wait yet. */
  <T> FutureWaiter<T> later(Waiter.WaitRequest request, Delivery<T> delivery) {
    return new FutureWaiter<>(request, gates, keys, delivery);
  }

  /** As the contract of whatever can be interrupted has it: before anything else. */
  void throwIfInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      Attempts.failedAtOnce(gates, keys, Why.INTERRUPTED);
      throw new InterruptedException();
    }
  }

  /**
   * Whether the current thread has something of the other side, so that it would wait for itself.
   *
   * @throws IllegalMonitorStateException if it means to wait without end
   */
  boolean wouldWaitForItself(AcquireOptions options) {
    Optional<String> inTheWay = gates.companion().inTheWayOf(keys, Thread.currentThread());
    if (inTheWay.isPresent() && options.maxWait().isEmpty()) {
      throw new IllegalMonitorStateException(
          "Lock '%s': %s".formatted(keys.name(), inTheWay.get()));
    }
    return inTheWay.isPresent();
  }

  /**
   * For a caller that wants to wait for a signal.
   *
   * @throws UnsupportedOperationException if that cannot be here
   */
  void requireConditions() {
    Optional<String> refusal = gates.companion().whyNoConditions();
    if (refusal.isPresent()) {
      throw new UnsupportedOperationException(
          "Lock '%s': %s".formatted(keys.name(), refusal.get()));
    }
    if (!gates.hasConditions()) {
      throw new UnsupportedOperationException(
          "Lock '%s': a quorum lock has no conditions; use a plain or fair lock"
              .formatted(keys.name()));
    }
  }
}
