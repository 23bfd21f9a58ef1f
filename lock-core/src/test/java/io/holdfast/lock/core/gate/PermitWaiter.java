package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.lease.LeaseTerms;
import io.holdfast.lock.core.race.ModelClient;
import io.holdfast.lock.core.race.ModelServer;
import io.holdfast.lock.core.time.Deadline;
import java.util.concurrent.Semaphore;

/**
 * A thread that waits for a permit where {@link ThreadWaiter} parks: a model checker lets a park
 * end at any time, which would hide a lost wake-up. Where {@link ThreadWaiter} relies on the event
 * loop, this one drives the server itself.
 */
class PermitWaiter extends Waiter {

  private final Semaphore wakeUps = new Semaphore(0);
  private volatile boolean isNudged;

  PermitWaiter(long now, boolean isImpatient) {
    this(now, isImpatient, ModelClient.TERM);
  }

  PermitWaiter(long now, boolean isImpatient, LeaseTerms terms) {
    super(
        new WaitRequest(terms, null, null, now, Deadline.never(), isImpatient, Share.WHOLE, null));
  }

  /** For a hold of that thread. */
  PermitWaiter(Thread owner) {
    super(
        new WaitRequest(
            ModelClient.TERM, owner, null, 0, Deadline.never(), false, Share.WHOLE, null));
  }

  @Override
  void wake() {
    wakeUps.release();
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

  /** Waits for the result. */
  WaitResult await(Gate gate, ModelServer server) {
    server.pump();
    WaitResult result = result();
    while (result == null) {
      if (isNudged) {
        gate.come(this);
      } else {
        sleep();
      }
      result = result();
    }
    return result;
  }

  final boolean isNudged() {
    return isNudged;
  }

  /** Until it is woken. */
  final void sleep() {
    wakeUps.acquireUninterruptibly();
  }

  /** Earlier wake-ups no longer count. */
  final void forgetWakeUps() {
    wakeUps.drainPermits();
  }
}
