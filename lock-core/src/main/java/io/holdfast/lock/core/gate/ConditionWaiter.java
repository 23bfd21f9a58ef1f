package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.time.Deadline;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A thread that waits for a signal, and then for the lock. Every park ends by itself. */
final class ConditionWaiter extends Waiter {

  /** What has ended the wait for the signal. */
  enum Outcome {
    /** A signal, or nothing in particular. */
    WOKEN,
    /** Its time was over before. */
    TIMED_OUT,
    /** It was interrupted before. */
    INTERRUPTED
  }

  private static final long LONGEST_PARK_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Thread thread = Thread.currentThread();

  // Of the thread only.
  private Outcome outcome = Outcome.WOKEN; // as far as it knows
  private boolean isInterruptPending;

  ConditionWaiter(WaitRequest request) {
    super(request);
  }

  @Override
  void wake() {
    LockSupport.unpark(thread);
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

  /**
   * Waits for the result. When the deadline passes, or the thread is interrupted, it still waits:
   * for the lock.
   */
  Outcome await(ConditionTicket ticket, Deadline deadline, boolean isInterruptible) {
    while (result() == null) {
      long now = ticket.gate.now();
      long left = deadline.remainingNanos(now);
      if (outcome == Outcome.WOKEN && isInterruptible && isInterruptPending) {
        outcome = Outcome.INTERRUPTED;
        stopAwaiting(ticket);
      } else if (outcome == Outcome.WOKEN && left == 0) {
        outcome = Outcome.TIMED_OUT;
        stopAwaiting(ticket);
      }
      if (result() == null) {
        boolean isOver = outcome != Outcome.WOKEN;
        ticket.gate.parkUntil(
            now + (isOver ? LONGEST_PARK_NANOS : Math.min(left, LONGEST_PARK_NANOS)));
      }
      isInterruptPending |= Thread.interrupted();
    }
    return ticket.wasParked() ? outcome : Outcome.WOKEN;
  }

  /** From now on it waits for the lock: an attempt for the flight recorder. */
  private void stopAwaiting(ConditionTicket ticket) {
    if (request.span() != null) {
      request.span().attemptBegins();
    }
    ticket.stopAwaiting();
  }

  /** Leaves an interrupt to a caller that does not hear of it by an exception. */
  void restoreInterrupt(boolean isThrown) {
    if (isInterruptPending && !isThrown) {
      thread.interrupt();
    }
  }
}
