package io.holdfast.lock.core.gate;

import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.Hold;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.Watched;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A future that completes with its verdict. Whoever completes it otherwise withdraws. */
final class FutureWaiter extends Waiter implements Watched {

  /** A time-out that could not take effect, as a verdict is just under way, is tried again. */
  private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Gates gates;
  private final LockKeys keys;
  private final Supplier<CompletionStage<? extends RuntimeException>> whenRefused;
  private final CompletableFuture<Hold> future = new CompletableFuture<>();

  // Written by whoever enters, read by whoever ends the wait; null while it is in no gate.
  private volatile @Nullable Gate gate;
  // Written by the watchdog.
  private volatile long dueNanos;

  /**
   * Does not wait yet.
   *
   * @param whenRefused finds the exception for a time-out, without blocking
   */
  FutureWaiter(
      Wish wish,
      Gates gates,
      LockKeys keys,
      Supplier<CompletionStage<? extends RuntimeException>> whenRefused) {
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
    future.whenComplete((hold, thrown) -> ended());
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
        gate = null;
        hold.gate().expire(hold); // lost before anybody saw it: ask again
        waitAgain();
        enter();
      } else if (!future.complete(hold)) {
        hold.releaseAsync();
      }
    } else if (verdict instanceof Verdict.Failed failed) {
      future.completeExceptionally(failed.exception().get());
    } else if (!future.isDone()) {
      whenRefused
          .get()
          .thenAccept(why -> engine().callbacks().run(() -> future.completeExceptionally(why)));
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
