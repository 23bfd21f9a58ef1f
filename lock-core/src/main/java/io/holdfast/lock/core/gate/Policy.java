package io.holdfast.lock.core.gate;

import io.holdfast.lock.core.engine.Acquisition;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What a kind of lock decides on this side of the network: how callers wait, which may overtake
 * others, and what goes on here when its owner lets go. All methods are called with the gate's
 * monitor held, so none of them may wait or run code of users.
 */
public abstract class Policy {

  Policy() {} // a kind is a Gate

  // ---- who waits how

  /** Takes the lock for the waiter, or has it wait. */
  protected abstract void admit(Waiter waiter);

  /** A nudged waiter has come: it takes the hold if that is still free. Nobody is nudged here. */
  protected void admitNudged(Waiter waiter) {}

  /** A waiter gives up. False if it has a result already. */
  protected abstract boolean dismiss(Waiter waiter);

  /** A waiter's time is over. */
  protected abstract void dismissLate(Waiter waiter);

  /** All who wait fail, except those with a ticket of their own. */
  protected abstract void dismissAll(WaitResult result);

  /** The first of those that wait without a ticket of their own; null if there is none. */
  protected abstract @Nullable Waiter firstQueueing();

  /** How many wait, besides those with a ticket of their own. */
  protected abstract int queueing();

  /** Whether nobody waits, and nothing is asked or kept, but for owners and those with a ticket. */
  protected abstract boolean isIdle();

  // ---- tickets

  /** What a waiter with a ticket of its own asks by; it has not asked yet. */
  protected abstract Acquisition acquisitionFor(WaiterTicket ticket);

  /** It begins to ask for the lock. */
  protected void asking(WaiterTicket ticket) {}

  /** It has been told its place in the server's queue. */
  protected void queued(WaiterTicket ticket) {}

  /** It is not waiting any more. */
  protected void vacated(WaiterTicket ticket) {}

  /** One that waited with a ticket of its own has been given the lock. */
  protected void adopt(Acquisition held) {}

  // ---- what was held

  /** The owner has let go: whether somebody here goes on with it, without the network. */
  protected boolean canHandOver(Acquisition held) {
    return false;
  }

  /** Has that one go on with it. */
  protected void handOver(Acquisition held) {
    throw new IllegalStateException("nobody goes on with " + held.id());
  }

  /**
   * The owner has let go, and nobody here goes on with it.
   *
   * @return the server's answer: whether it was held
   */
  protected CompletableFuture<Boolean> giveBack(Acquisition held) {
    return held.end();
  }

  /** An acquisition has ended without that. Those who waited for it ask anew. */
  protected void ended(Acquisition gone) {}

  /** What is held although nobody owns it now; empty if nothing. */
  protected List<Acquisition> retained() {
    return List.of();
  }

  /** Which of the tokens of an acquisition this waiter gets, its next owner. */
  protected long nextToken(Acquisition held, Waiter waiter, long arrival) {
    return held.grantedLease().takeToken();
  }
}
