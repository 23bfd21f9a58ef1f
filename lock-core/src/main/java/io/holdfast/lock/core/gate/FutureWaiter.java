package io.holdfast.lock.core.gate;

import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.LockListener.Why;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.Watched;
import io.holdfast.lock.core.server.StackRoom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A future that completes with its result. Completing it otherwise withdraws the request. */
final class FutureWaiter<T> extends Waiter implements Watched {

  /** A time-out that could not take effect, as a result is just under way, is tried again. */
  private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private static final long FAR_NANOS = Long.MAX_VALUE / 2;

  /**
   * What it was given, until somebody takes it up: the executor, or the watchdog if that takes too
   * long.
   */
  private record Given(WaitResult result, long untilNanos) {}

  private final Gates gates;
  private final LockKeys keys;
  private final Delivery<T> delivery;
  private final CompletableFuture<T> future = new CompletableFuture<>();
  private final AtomicReference<@Nullable Given> untaken = new AtomicReference<>();
  private final AtomicBoolean isTold = new AtomicBoolean(); // what became of the attempt

  // Written by the thread that enters, read by the one that ends the wait; null outside of gates.
  private volatile @Nullable Gate gate;
  // When the wait is over. Written by the watchdog.
  private volatile long timeOutNanos;

  /** Does not wait yet. */
  FutureWaiter(WaitRequest request, Gates gates, LockKeys keys, Delivery<T> delivery) {
    super(request);
    this.gates = gates;
    this.keys = keys;
    this.delivery = delivery;
    long now = engine().clock().nanoTime();
    this.timeOutNanos =
        hasTimeOut() ? now + request.deadline().remainingNanos(now) : now + FAR_NANOS;
  }

  private boolean hasTimeOut() {
    return !request.deadline().isNever() && !request.isImpatient();
  }

  private Engine engine() {
    return gates.engine();
  }

  /** What it completes; before anything is asked. */
  CompletableFuture<T> future() {
    return future;
  }

  CompletableFuture<T> start() {
    StackRoom.requireForCall();
    future.whenComplete(
        (value, thrown) -> {
          tellIfAbandoned(thrown);
          ended();
        });
    enter();
    return future;
  }

  private void enter() {
    watchIfNeeded();
    try {
      gates.enter(keys, this);
      if (future.isDone()) {
        ended(); // it had no gate to leave when that happened
      }
    } catch (ClientClosedException e) {
      tellFailed(e);
      future.completeExceptionally(e);
    }
  }

  private void enterAgain() {
    gate = null;
    waitAgain();
    enter();
  }

  /** The last thread to leave looks once more: several may be at it. */
  private void watchIfNeeded() {
    boolean isNeeded;
    do {
      isNeeded = isToBeWatched();
      if (isNeeded) {
        engine().watchdog().watch(this);
      } else {
        engine().watchdog().forget(this);
      }
    } while (isNeeded != isToBeWatched());
  }

  private boolean isToBeWatched() {
    return untaken.get() != null || (hasTimeOut() && !future.isDone());
  }

  @Override
  void entered(Gate present) {
    gate = present; // here, as a result may send it to another gate at once
  }

  /** The future has an outcome, ours or somebody else's. */
  private void ended() {
    watchIfNeeded();
    Gate entered = gate;
    if (entered != null) {
      entered.leave(this);
    }
  }

  @Override
  void wake() {
    WaitResult result = result();
    if (result == null) {
      throw new IllegalStateException("woken without a result");
    }
    boolean isOfUse = result instanceof OwnedHold || result instanceof WaitResult.Granted;
    long limit = isOfUse ? engine().times().claimLease().toNanos() : FAR_NANOS;
    Given given = new Given(result, engine().clock().nanoTime() + limit);
    untaken.set(given);
    watchIfNeeded();
    engine().callbacks().complete(() -> deliver(given));
  }

  private void deliver(Given given) {
    if (!untaken.compareAndSet(given, null)) {
      enterAgain(); // it was reclaimed, as it took so long
      return;
    }
    watchIfNeeded();
    if (given.result() instanceof OwnedHold hold) {
      takeUp(hold);
    } else if (given.result() instanceof WaitResult.Granted granted) {
      if (isTold.compareAndSet(false, true)) { // before: what hangs on the future runs in here
        Attempts.granted(gates, keys, request);
      }
      give(granted);
    } else if (given.result() instanceof WaitResult.Failed failed) {
      RuntimeException exception = failed.exception().get();
      tellFailed(exception);
      future.completeExceptionally(exception);
    } else if (!future.isDone()) {
      if (isTold.compareAndSet(false, true)) {
        Attempts.refused(gates, keys, request);
      }
      farewell()
          .thenCompose(withdrawn -> delivery.refused())
          .whenComplete(
              (value, thrown) -> engine().callbacks().complete(() -> refuse(value, thrown)));
    }
  }

  private void takeUp(OwnedHold hold) {
    if (!isTold.compareAndSet(false, true)) { // its user has ended the future, and that is told
      hold.holds().reclaim(hold);
    } else if (hold.accept()) {
      give(hold);
    } else {
      hold.holds().expire(hold); // lost before anybody saw it: ask again
      isTold.set(false);
      if (future.isDone()) { // meanwhile
        future.whenComplete((value, thrown) -> tellIfAbandoned(thrown));
      }
      enterAgain();
    }
  }

  /** Completes when the server knows that nobody waits here, or soon. */
  private CompletableFuture<?> farewell() {
    Gate left = gate;
    CompletableFuture<?> withdrawal = left == null ? null : left.withdrawal();
    return withdrawal == null || withdrawal.isDone() || request.isImpatient()
        ? CompletableFuture.completedFuture(null)
        : withdrawal
            .<Void>handle((answer, thrown) -> null)
            .completeOnTimeout(null, LONGEST_FAREWELL.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void give(WaitResult result) {
    if (!future.complete(delivery.of(result))) { // somebody else has
      delivery.giveBack(result);
    }
  }

  private void tellFailed(RuntimeException exception) {
    if (isTold.compareAndSet(false, true)) {
      Attempts.failed(gates, keys, request, exception);
    }
  }

  /** Somebody else has completed the future: its user. */
  private void tellIfAbandoned(@Nullable Throwable thrown) {
    if (isTold.compareAndSet(false, true)) {
      Why why = thrown instanceof TimeoutException ? Why.TIMEOUT : Why.INTERRUPTED;
      Attempts.abandoned(gates, keys, request, why);
    }
  }

  private void refuse(T value, @Nullable Throwable thrown) {
    if (thrown == null) {
      future.complete(value);
    } else {
      future.completeExceptionally(
          thrown instanceof CompletionException && thrown.getCause() != null
              ? thrown.getCause()
              : thrown);
    }
  }

  /** Nobody has taken it up: somebody else may have it. */
  private void reclaim(Given given) {
    if (!untaken.compareAndSet(given, null)) {
      return;
    }
    watchIfNeeded();
    if (given.result() instanceof OwnedHold hold) {
      hold.holds().reclaim(hold);
    } else {
      delivery.giveBack(given.result());
    }
    engine().callbacks().tellLate(keys, engine().times().claimLease());
  }

  @Override
  boolean canCome() {
    return false;
  }

  @Override
  boolean nudge() {
    return false;
  }

  @Override
  void notNudged() {}

  @Override
  public long dueNanos() {
    Given given = untaken.get();
    return given == null ? timeOutNanos : given.untilNanos();
  }

  @Override
  public void onDue(long now) {
    Given given = untaken.get();
    if (given != null) {
      if (given.untilNanos() - now <= 0) {
        reclaim(given);
      }
    } else if (future.isDone()) {
      watchIfNeeded();
    } else if (timeOutNanos - now <= 0) {
      timeOutNanos = now + AGAIN_NANOS; // until the future is done
      Gate entered = gate;
      if (entered != null) {
        entered.timeOut(this);
      }
    }
  }
}
