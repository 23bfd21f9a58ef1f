package io.holdfast.lock;

import java.time.Duration;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * Locks of several names that are acquired together, or not at all; made by {@link Locks#all}.
 *
 * <p>They are acquired one after the other in the order of their names (that of {@link String}),
 * and released in reverse. So callers that name the same locks, in any order, cannot deadlock with
 * each other. A single lock or another set that is taken while this one is held is outside of this
 * order: take all locks that you need at once.
 *
 * <p>As a {@link Lock} it is owned by a thread and re-entrant, as each of its locks is. A {@link
 * MultiHold} belongs to no thread. One time limit counts for all names together. If one of them
 * cannot be acquired, those before it are released before the call returns or throws. If the
 * process dies in between, the locks that it has taken stay held until their leases end.
 *
 * <p><strong>Cost:</strong> that of each lock, one after the other.
 *
 * <p><strong>Not guaranteed:</strong> that all are lost together. Each has a lease and a token of
 * its own. The loss of one is reported as the loss of all, but the others exclude until they are
 * released.
 */
public interface MultiLock extends Lock {

  /** The names, in the order in which they are acquired. */
  SortedSet<String> names();

  /**
   * Acquires all for the current thread, as {@link DistributedLock#lock()} does. If it throws, it
   * releases those that this call has acquired.
   *
   * @throws LockServerException if the server could not be asked for longer than the limit, or
   *     refused
   * @throws LeaseLostException if one was lost while this call waited for another, and nothing is
   *     held then; or if an earlier hold of this thread was lost and the thread was not told yet
   */
  @Override
  void lock();

  /** The same, unless the thread is interrupted on entry or while it waits. */
  @Override
  void lockInterruptibly() throws InterruptedException;

  /**
   * Acquires all if each is free now, or held by this thread.
   *
   * @return whether all were acquired; if not, this call acquired none
   * @throws LockServerException if the server could not be asked
   */
  @Override
  boolean tryLock();

  /**
   * Acquires all within {@code time}.
   *
   * @return whether all were acquired; if not, this call acquired none
   * @throws LockServerException if the last request to the server failed or went unanswered
   */
  @Override
  boolean tryLock(long time, TimeUnit unit) throws InterruptedException;

  /**
   * Unlocks each of them, the last first, even if another one throws.
   *
   * @throws LeaseLostException if one was lost; further losses are suppressed in it
   * @throws IllegalMonitorStateException if this thread does not hold one of them
   */
  @Override
  void unlock();

  /** Whether the current thread holds all of them validly. No I/O. */
  boolean isHeldByCurrentThread();

  /** Acquires all as a handle, waiting without bound. */
  default MultiHold acquire() throws InterruptedException {
    return acquire(AcquireOptions.defaults());
  }

  /**
   * Acquires all as a handle.
   *
   * @throws LockTimeoutException if the wait that the options allow was over; nothing is held then
   * @throws InterruptedException if interrupted on entry or while waiting; nothing is held then
   * @throws LockServerException if the last request to the server failed or went unanswered;
   *     nothing is held then
   * @throws LeaseLostException if one was lost while this call waited for another; nothing is held
   *     then
   */
  MultiHold acquire(AcquireOptions options) throws InterruptedException;

  /** Acquires all within {@code wait}; empty if it did not. */
  default Optional<MultiHold> tryAcquire(Duration wait) throws InterruptedException {
    return tryAcquire(AcquireOptions.defaults().waitAtMost(wait));
  }

  /**
   * Acquires all within the wait that the options allow; empty if it did not.
   *
   * @throws LeaseLostException if one was lost while this call waited for another; nothing is held
   *     then
   */
  Optional<MultiHold> tryAcquire(AcquireOptions options) throws InterruptedException;

  /**
   * Acquires all without blocking. Completing the future withdraws the request: what was acquired
   * by then is released.
   */
  CompletableFuture<MultiHold> acquireAsync(AcquireOptions options);

  /**
   * Locks all for the current thread, runs the work, and unlocks. As {@link
   * DistributedLock#withLock(AcquireOptions, CriticalSection)}.
   */
  <T, X extends Exception> T withLock(AcquireOptions options, CriticalSection<T, X> section)
      throws X, InterruptedException;

  /**
   * Not supported.
   *
   * @throws UnsupportedOperationException always
   */
  @Override
  default Condition newCondition() {
    throw new UnsupportedOperationException("locks of several names have no conditions");
  }
}
