package io.holdfast.lock.semaphore.count;

import io.holdfast.lock.core.engine.Acquisition;
import io.holdfast.lock.core.engine.Change;
import io.holdfast.lock.core.gate.GateContext;
import io.holdfast.lock.core.gate.Waiter;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.verbs.CountingWords;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The waiters for permits of a semaphore that is not fair: one acquisition asks for all of them
 * here.
 */
final class SemaphoreGate extends CountingGate {

  /*
   *   threads here          a  b  c  d        wait in this order, each for a number of permits
   *   at the server         one acquisition: for all of them while that works at once, then for
   *                         the first
   *
   *   permits come          taken from the server by the acquisition, or released by a thread here
   *   permits go            to the first that wait here, as far as they reach; the rest to the server
   *
   * So permits that are released here go from thread to thread without the network, if this client
   * has taken as many (Taking). Others, who may wait at the server, get a chance after every slice:
   * then a release goes to the server, where our acquisition stands in the queue like theirs. Nothing
   * is kept here for nobody.
   */

  // Guarded by the monitor.
  private int askedFor; // how many permits the acquisition is for
  private boolean isForAll; // of the waiters that were here when it asked; it does not wait then
  private boolean mayAskForAll = true;
  private @Nullable Taking taking; // of this name, as far as it was looked up

  /** Nobody waits yet. */
  SemaphoreGate(GateContext context, LockKeys keys, RemoteCounter counter) {
    super(context, keys, counter);
  }

  // ---- asking

  @Override
  protected Acquisition acquisitionFor(Waiter head) {
    isForAll = mayAskForAll && queueing() > 1;
    askedFor = isForAll ? wanted() : permits(head);
    return counter.acquisition(this, keys(), head.request(), askedFor, true);
  }

  @Override
  protected boolean mayWait() {
    return !isForAll && super.mayWait();
  }

  private static int permits(Waiter waiter) {
    return waiter.request().share().permits();
  }

  @Override
  boolean mayBeServedFirst(Waiter waiter) {
    return asked() != null && !isForAll && permits(waiter) < askedFor;
  }

  @Override
  boolean isStillWanted() {
    Waiter head = head();
    return head != null && (isForAll || permits(head) == askedFor);
  }

  /** How many permits all waiters here want. */
  private int wanted() {
    long[] sum = {0};
    forEachWaiter(waiter -> sum[0] += permits(waiter));
    return (int) Math.min(sum[0], Integer.MAX_VALUE);
  }

  @Override
  public void heldByAnother(Acquisition refused) {
    mayAskForAll = false;
    super.heldByAnother(refused);
  }

  @Override
  public void queued(Acquisition queued) {
    mayAskForAll = false;
    Taking taken = taking();
    if (taken != null) {
      CountingWords.incarnationOfQueued(queued).ifPresent(taken::meet);
    }
    super.queued(queued);
  }

  @Override
  public void acquired(Acquisition acquired) {
    heard();
    if (counter.isTaken(acquired)) {
      mayAskForAll = true;
      taken(acquired);
    }
  }

  @Override
  public void renewed(Acquisition acquired) {
    if (asked() == acquired) {
      taken(acquired);
    }
  }

  private void taken(Acquisition acquired) {
    forgetAsked();
    counter.settle(acquired, keys());
    taking = counter.taking(keys());
    int left = handOut(askedFor, 0);
    if (left > 0) {
      giveUp(left); // somebody here was served otherwise meanwhile, or has left
    }
    begin();
    retireIfIdle();
  }

  // ---- releasing

  /** Gives permits to the waiters here, and the rest to the server. */
  CompletableFuture<?> release(int permits, int declared) {
    monitor().enter();
    try {
      int left = head() == null ? permits : handOn(permits);
      if (left < permits) {
        afterLeave();
      }
      return left > 0
          ? counter.change(keys(), new Change.Give(left), declared)
          : CompletableFuture.completedFuture(null);
    } finally {
      monitor().leave();
    }
  }

  /**
   * Serves the head of the queue with what this client may hand on of that number; how many are
   * left. A waiter for no permit waits for a balance that is not below zero: only the server knows
   * that.
   */
  private int handOn(int permits) {
    Taking taken = taking();
    if (taken == null) {
      return permits;
    }
    long now = now();
    int mine = (int) taken.mayHandOn(permits, now);
    int left = handOut(mine, 1);
    if (left < mine) {
      taken.handedOn(now);
    }
    return permits - mine + left;
  }

  private @Nullable Taking taking() {
    if (taking == null) {
      taking = counter.taking(keys());
    }
    return taking;
  }

  /**
   * Serves those at the head, as far as it goes; how many are left.
   *
   * @param least who waits for less ends it
   */
  private int handOut(int permits, int least) {
    int left = permits;
    Waiter head = head();
    while (head != null && permits(head) >= least && permits(head) <= left) {
      left -= permits(head);
      grant(head);
      head = head();
    }
    return left;
  }

  /** Back to where they came from, if that is still there. */
  private void giveUp(int permits) {
    var unused = counter.change(keys(), new Change.GiveBack(permits), 0);
  }
}
