package io.holdfast.lock.core.gate;

import java.util.concurrent.locks.ReentrantLock;

/**
 * The interrupt of a thread whose hold is lost: it comes before the loss is told, or not at all. So
 * what the thread does after that is not hit. Any thread; of one hold that its owner has seen.
 */
final class LossInterrupt {

  private final Thread target;
  private final ReentrantLock turn =
      new ReentrantLock(); // what an interrupt runs may tell the loss
  private boolean isTold; // guarded by the turn

  LossInterrupt(Thread target) {
    this.target = target;
  }

  /** The same for the next hold. */
  LossInterrupt anew() {
    return new LossInterrupt(target);
  }

  /** Interrupts, unless the loss was told before. Without a monitor: it may run other code. */
  void interrupt() {
    turn.lock();
    try {
      if (!isTold) {
        target.interrupt();
      }
    } finally {
      turn.unlock();
    }
  }

  /**
   * The loss is about to be told: an interrupt that has begun is waited for, and no other begins.
   * Without a monitor.
   */
  void awaitOrPrevent() {
    turn.lock();
    try {
      isTold = true;
    } finally {
      turn.unlock();
    }
  }
}
