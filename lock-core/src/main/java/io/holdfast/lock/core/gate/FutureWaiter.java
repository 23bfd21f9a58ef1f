package io.holdfast.lock.core.gate;

import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.Hold;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.Watched;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A future that completes with its verdict. Whoever completes it otherwise withdraws. */
final class FutureWaiter extends Waiter implements Watched {

  private final Gates gates;
  private final LockKeys keys;
  private final Supplier<? extends RuntimeException> whenRefused;
  private final CompletableFuture<Hold> future = new CompletableFuture<>();
  private final long dueNanos;
  private volatile @Nullable Gate gate;

  /**
   * Does not wait yet.
   *
   * @param whenRefused makes the exception for a time-out; runs on the callback executor
   */
  FutureWaiter(
      Wish wish, Gates gates, LockKeys keys, Supplier<? extends RuntimeException> whenRefused) {
    super(wish);
    this.gates = gates;
    this.keys = keys;
    this.whenRefused = whenRefused;
    long now = engine().clock().nanoTime();
    this.dueNanos = now + wish.deadline().remainingNanos(now);
  }

  private Engine engine() {
    return gates.engine();
  }

  CompletableFuture<Hold> start() {
    if (!wish.deadline().isNever() && !wish.isImpatient()) {
      engine().watchdog().watch(this);
    }
    future.whenComplete((hold, thrown) -> ended());
    enter();
    return future;
  }

  private void enter() {
    try {
      gate = gates.enter(keys, this);
      if (future.isDone()) {
        ended(); // it had no gate to leave when that happened
      }
    } catch (ClientClosedException e) {
      future.completeExceptionally(e);
    }
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
    engine().callbacks().run(this::deliver);
  }

  private void deliver() {
    Verdict verdict = verdict();
    if (verdict instanceof OwnedHold hold) {
      if (!hold.accept()) {
        hold.gate().expire(hold); // lost before anybody saw it: ask again
        waitAgain();
        enter();
      } else if (!future.complete(hold)) {
        hold.releaseAsync();
      }
    } else if (verdict instanceof Verdict.Failed failed) {
      future.completeExceptionally(failed.exception().get());
    } else if (!future.isDone()) {
      future.completeExceptionally(whenRefused.get());
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
    engine().watchdog().forget(this);
    Gate entered = gate;
    if (entered != null) {
      entered.timeOut(this);
    }
  }
}
