package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.key.LockKeys;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A thread that parks until its result. Every park ends by itself. */
final class ThreadWaiter extends Waiter {

  private static final long LONGEST_PARK_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Thread thread = Thread.currentThread();

  /** Written under the gate's monitor, read by the thread without it. */
  private volatile boolean isNudged;

  ThreadWaiter(WaitRequest request) {
    super(request);
  }

  @Override
  String who() {
    return OwnedHold.nameOf(thread);
  }

  @Override
  boolean mayBeAsleep() {
    return thread != Thread.currentThread();
  }

  @Override
  void wake() {
    if (mayBeAsleep()) { // or its next park, of whatever code, would not park
      LockSupport.unpark(thread);
    }
  }

  @Override
  boolean canCome() {
    return true;
  }

  @Override
  boolean nudge() {
    boolean isNews = !isNudged;
    isNudged = true;
    return isNews;
  }

  @Override
  void notNudged() {
    isNudged = false;
  }

  /** Enters the gate and waits for the result, through all interrupts. */
  WaitResult awaitUninterruptibly(Gates gates, LockKeys keys) {
    try {
      return await(gates, keys, false);
    } catch (InterruptedException e) {
      throw new IllegalStateException("an uninterruptible wait was interrupted", e);
    }
  }

  /**
   * Enters the gate and waits for the result.
   *
   * @throws InterruptedException if {@code isInterruptible} and the thread was interrupted before
   *     it got the lock
   */
  WaitResult await(Gates gates, LockKeys keys, boolean isInterruptible)
      throws InterruptedException {
    boolean wasInterrupted = false;
    try {
      while (true) {
        Gate gate = gates.enter(keys, this);
        wasInterrupted = park(gate, isInterruptible, wasInterrupted);
        WaitResult result = result();
        if (result == null) {
          sayFarewell(gate);
          throw new InterruptedException();
        }
        if (result == WaitResult.REFUSED && !request.isImpatient()) {
          sayFarewell(gate);
        }
        if (!(result instanceof OwnedHold hold) || hold.accept()) {
          return result;
        }
        hold.holds().expire(hold); // lost before we saw it: ask again
        waitAgain();
      }
    } catch (Error e) { // no stack, or no memory
      abandon(gates, keys);
      throw e;
    } finally {
      if (wasInterrupted) {
        thread.interrupt();
      }
    }
  }

  /**
   * This thread does not wait any more, and does not know how far it came. It may not have what it
   * takes to leave by itself.
   */
  private void abandon(Gates gates, LockKeys keys) {
    go();
    gates
        .engine()
        .watchdog()
        .execute(
            () -> {
              Gate gate = gates.find(keys);
              if (gate != null) {
                gate.leave(this);
              }
              if (result() instanceof OwnedHold hold) {
                hold.holds().reclaim(hold);
              }
            });
  }

  private static void sayFarewell(Gate gate) {
    Parking.awaitUninterruptibly(gate.withdrawal(), LONGEST_FAREWELL);
  }

  /** Parks until there is a result, or an interrupt has made us leave without one. */
  private boolean park(Gate gate, boolean isInterruptible, boolean wasInterruptedBefore) {
    boolean wasInterrupted = wasInterruptedBefore;
    while (result() == null) {
      if (isNudged) {
        gate.come(this);
        if (result() != null) {
          break;
        }
      }
      if (wasInterrupted && isInterruptible) {
        if (gate.leave(this)) {
          return false; // the exception takes the place of the flag
        }
        break;
      }
      long now = gate.now();
      long left = request.deadline().remainingNanos(now);
      if (left == 0 && !isImpatient()) {
        gate.timeOut(this);
        continue;
      }
      gate.parkUntil(
          now + (isImpatient() ? LONGEST_PARK_NANOS : Math.min(left, LONGEST_PARK_NANOS)));
      wasInterrupted |= Thread.interrupted();
    }
    return wasInterrupted;
  }
}
