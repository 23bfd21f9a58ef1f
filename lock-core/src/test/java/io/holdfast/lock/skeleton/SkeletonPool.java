package io.holdfast.lock.skeleton;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.gate.Doorway;
import io.holdfast.lock.core.gate.Gates;
import io.holdfast.lock.core.gate.Waiter;
import io.holdfast.lock.core.key.LockKeys;
import java.util.Optional;

/** A pool from outside the core: one permit at a time. */
final class SkeletonPool {

  private final Doorway doorway;
  private final Administration administration;
  private final LockKeys keys;
  private final int permits;

  SkeletonPool(Gates gates, Administration administration, LockKeys keys, int permits) {
    this.doorway = new Doorway(gates, administration, keys);
    this.administration = administration;
    this.keys = keys;
    this.permits = permits;
  }

  Hold acquire() throws InterruptedException {
    return acquire(AcquireOptions.defaults());
  }

  Hold acquire(AcquireOptions options) throws InterruptedException {
    return tryAcquire(options).orElseThrow(() -> doorway.timedOut(options));
  }

  Optional<? extends Hold> tryAcquire() {
    return doorway.awaitHoldUninterruptibly(request(AcquireOptions.defaults().withoutWaiting()));
  }

  Optional<? extends Hold> tryAcquire(AcquireOptions options) throws InterruptedException {
    return doorway.awaitHold(request(options), options);
  }

  private Waiter.WaitRequest request(AcquireOptions options) {
    return doorway.request(options, Thread.currentThread(), new Waiter.Share(1, permits, false));
  }

  int queueLength() {
    return count().tickets();
  }

  /** How many are not out. */
  int available() {
    return (int) count().left();
  }

  private Administration.Count count() {
    return doorway.ask(then -> administration.count(keys, then));
  }
}
