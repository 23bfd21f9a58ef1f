package io.holdfast.lock.semaphore.count;

import java.util.concurrent.locks.ReentrantLock;

/**
 * What this client has taken of one semaphore and not given back, and whether it may hand that on
 * among its threads. Any thread.
 */
final class Taking {

  /*
   * A permit that is handed on is given back and taken again, without the server. So this client must
   * have taken it, of the semaphore that is there now, and the balance must not be below zero. Only
   * the server knows the last two. Two slices bound what a client does by itself:
   *
   *   heard     since the server answered: after that a client does not know the balance any more
   *   handing   since the first permit was handed on after one went to the server: after that
   *             the waiters of other clients get a chance
   *
   * When either is over, the next release goes to the server. While its answer is on its way the other
   * permits are handed on for one more slice, if that release follows upon the last slice without a
   * break. Further releases do not prolong that. After a break all releases go to the server until it
   * answers.
   *
   * What this client takes does not begin the second slice anew: another client may have given it, and
   * that one would get ever fewer permits.
   */

  private final long sliceNanos;
  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by the lock.
  private long born; // when the semaphore was begun from which this client took last
  private long out; // of that one: taken by this client, and not given back
  private boolean isShort; // its balance was below zero, as far as this client has heard
  private boolean hasHeard; // whether anything that was heard still counts
  private long heardNanos; // when it was heard, or the server was asked
  private boolean isAsked; // whether that counts from a release that is not answered yet
  private boolean isHandingOn; // whether a permit was handed on since one went to the server
  private long handingNanos; // when the first one was

  Taking(long sliceNanos, long born) {
    this.sliceNanos = sliceNanos;
    this.born = born;
  }

  long born() {
    lock.lock();
    try {
      return born;
    } finally {
      lock.unlock();
    }
  }

  /** That number is taken of the semaphore that was begun then. */
  void take(long bornThen, long permits, long now) {
    lock.lock();
    try {
      if (born != bornThen) {
        born = bornThen;
        out = 0;
        isShort = false;
      }
      out += permits;
      heard(now);
    } finally {
      lock.unlock();
    }
  }

  /** That number is on its way to the server. */
  void give(long permits, long now) {
    lock.lock();
    try {
      out = Math.max(0, out - permits);
      isHandingOn = false;
      if (!isAsked && now - heardNanos <= 2 * sliceNanos) {
        heardNanos = now;
        isAsked = true;
      }
    } finally {
      lock.unlock();
    }
  }

  /** How many of that number may be handed on now. */
  long mayHandOn(long permits, long now) {
    lock.lock();
    try {
      boolean isKnown = hasHeard && !isShort && now - heardNanos <= sliceNanos;
      boolean isOver = isHandingOn && now - handingNanos > sliceNanos;
      return isKnown && !isOver ? Math.min(out, permits) : 0;
    } finally {
      lock.unlock();
    }
  }

  /** Some were handed on now. */
  void handedOn(long now) {
    lock.lock();
    try {
      if (!isHandingOn) {
        isHandingOn = true;
        handingNanos = now;
      }
    } finally {
      lock.unlock();
    }
  }

  // ---- what the server says

  /** Permits have been given to the semaphore that was begun then. */
  void given(long bornThen, boolean isThere, long balance, long now) {
    lock.lock();
    try {
      if (born == bornThen) {
        if (!isThere) {
          out = 0;
        }
        isShort = balance < 0;
        heard(now);
      }
    } finally {
      lock.unlock();
    }
  }

  /** The number of permits is being changed, otherwise than by giving. */
  void changing() {
    lock.lock();
    try {
      hasHeard = false;
    } finally {
      lock.unlock();
    }
  }

  /** It has been. */
  void changed(long balance) {
    lock.lock();
    try {
      isShort = balance < 0;
    } finally {
      lock.unlock();
    }
  }

  /** The semaphore that is there now was begun then. */
  void meet(long bornThen) {
    lock.lock();
    try {
      if (born != bornThen) {
        out = 0;
      }
    } finally {
      lock.unlock();
    }
  }

  /** It was deleted: its permits are worth nothing. */
  void delete() {
    lock.lock();
    try {
      out = 0;
    } finally {
      lock.unlock();
    }
  }

  private void heard(long now) {
    hasHeard = true;
    heardNanos = now;
    isAsked = false;
  }
}
