package io.holdfast.lock.core.gate;

import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.Watched;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A future that completes with its verdict. Whoever completes it otherwise withdraws. */
final class FutureWaiter<T> extends Waiter implements Watched {

  /** A time-out that could not take effect, as a verdict is just under way, is tried again. */
  private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Gates gates;
  private final LockKeys keys;
  private final Delivery<T> delivery;
  private final CompletableFuture<T> future = new CompletableFuture<>();

  // Written by whoever enters, read by whoever ends the wait; null while it is in no gate.
  private volatile @Nullable Gate gate;
  // Written by the watchdog.
  private volatile long dueNanos;

  /** Does not wait yet. */
  FutureWaiter(Wish wish, Gates gates, LockKeys keys, Delivery<T> delivery) {
    super(wish);
    this.gates = gates;
    this.keys = keys;
    this.delivery = delivery;
    long now = engine().clock().nanoTime();
    this.dueNanos = now + wish.deadline().remainingNanos(now);
  }

  private Engine engine() {
    return gates.engine();
  }

  CompletableFuture<T> start() {
    future.whenComplete((value, thrown) -> ended());
    enter();
    if (!wish.deadline().isNever() && !wish.isImpatient()) {
      engine().watchdog().watch(this);
      if (future.isDone()) {
        engine().watchdog().forget(this);
      }
    }
    return future;
  }

  private void enter() {
    try {
      gates.enter(keys, this);
      if (future.isDone()) {
        ended(); // it had no gate to leave when that happened
      }
    } catch (ClientClosedException e) {
      future.completeExceptionally(e);
    }
  }

  @Override
  void entered(Gate present) {
    gate = present; // here, as a verdict may send it to another gate at once
  }

  /** The future has an outcome, ours or somebody else's. */
  private void ended() {
    engine().watchdog().forget(this);
    Gate entered = gate;
    if (entered != null) {
      entered.leave(this);
    }
  }

  @Override
  void wake() {
    engine().callbacks().complete(this::deliver);
  }

  private void deliver() {
    Verdict verdict = verdict();
    if (verdict instanceof OwnedHold hold) {
      if (!hold.accept()) {
        gate = null;
        hold.gate().expire(hold); // lost before anybody saw it: ask again
        waitAgain();
        enter();
      } else {
        give(hold);
      }
    } else if (verdict instanceof Verdict.Granted granted) {
      give(granted);
    } else if (verdict instanceof Verdict.Failed failed) {
      future.completeExceptionally(failed.exception().get());
    } else if (!future.isDone()) {
      delivery
          .refused()
          .whenComplete(
              (value, thrown) -> engine().callbacks().complete(() -> refuse(value, thrown)));
    }
  }

  private void give(Verdict verdict) {
    if (!future.complete(delivery.of(verdict))) {
      delivery.giveBack(verdict);
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
    return dueNanos;
  }

  @Override
  public void onDue(long now) {
    dueNanos = now + AGAIN_NANOS; // until the future is done
    Gate entered = gate;
    if (entered != null) {
      entered.timeOut(this);
    }
  }
}
