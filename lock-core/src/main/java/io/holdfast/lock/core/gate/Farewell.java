package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.engine.Monitor;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * For a gate that keeps a question on its way for the next caller: what waiters that gave up
 * meanwhile wait for. Guarded by the gate's monitor.
 */
public final class Farewell {

  private final Monitor monitor;
  private @Nullable CompletableFuture<Void> toCome;

  /** Nobody has given up yet. */
  public Farewell(Monitor monitor) {
    this.monitor = monitor;
  }

  /**
   * The question is on its way, and may bring what is wanted after all: not waited for for long.
   */
  public CompletableFuture<?> toCome() {
    assert monitor.isHeldByCurrentThread();
    CompletableFuture<Void> known = toCome;
    if (known == null || known.isDone()) {
      known =
          new CompletableFuture<Void>()
              .completeOnTimeout(null, Waiter.LONGEST_FAREWELL.toMillis(), TimeUnit.MILLISECONDS);
      toCome = known;
    }
    return known;
  }

  /** Nobody wants it, so it is withdrawn: waiters for that go on when the server knows. */
  public CompletableFuture<?> said(CompletableFuture<?> withdrawal) {
    assert monitor.isHeldByCurrentThread();
    CompletableFuture<Void> waitedFor = toCome;
    toCome = null;
    if (waitedFor == null) {
      return withdrawal;
    }
    if (withdrawal.isDone()) {
      monitor.afterwards(() -> waitedFor.complete(null)); // others may go on from there
      return withdrawal;
    }
    return withdrawal.whenComplete((answer, thrown) -> waitedFor.complete(null));
  }
}
