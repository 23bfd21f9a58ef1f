package io.holdfast.lock;

import java.time.Duration;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * Locks of several names that are had together, or not at all; made by {@link Locks#all}.
 *
 * <p>They are acquired one after the other in the order of their names (that of {@link String}),
 * and released in reverse. So those who name the same locks, in whatever order, do not wait for
 * each other in a circle. A single lock that is taken inside, or another set, is outside of this
 * order: take all that is needed at once.
 *
 * <p>As a {@link Lock} it is owned by a thread and re-entrant, as each of its locks is; a {@link
 * MultiHold} is owned by whoever has it. One time limit counts for all names together. If the last
 * of them cannot be had, those before it are released before the call returns or throws. A process
 * that dies in between leaves what it had until the leases end.
 *
 * <p><strong>Cost:</strong> that of each lock, one after the other.
 *
 * <p><strong>Not guaranteed:</strong> that all are lost together. Each has a lease and a token of
 * its own; the loss of one is told as the loss of all, while the others exclude until they are
 * released.
 */
public interface MultiLock extends Lock {

  /** The names, in the order in which they are acquired. */
  SortedSet<String> names();

  /**
   * Acquires all for the current thread, as {@link DistributedLock#lock()} does. If it throws,
   * those that this call has acquired are released.
   *
   * @throws LockServerException if the server could not be asked for longer than the limit, or
   *     refused
   * @throws LeaseLostException if one was lost while this waited for another, and nothing is held
   *     then; or if an earlier hold of this thread was lost and it was not told yet
   */
  @Override
  void lock();

  /** The same, unless the thread is interrupted on entry or while it waits. */
  @Override
  void lockInterruptibly() throws InterruptedException;

  /**
   * Acquires all if each is free now, or held by this thread.
   *
   * @return whether all were acquired; if not, none was by this call
   * @throws LockServerException if the server could not be asked
   */
  @Override
  boolean tryLock();

  /**
   * Acquires all within {@code time}.
   *
   * @return whether all were acquired; if not, none was by this call
   * @throws LockServerException if the last word was not the server's
   */
  @Override
  boolean tryLock(long time, TimeUnit unit) throws InterruptedException;

  /**
   * Unlocks each of them, the last first, whatever becomes of the others.
   *
   * @throws LeaseLostException if one was lost; those that were lost as well are suppressed in it
   * @throws IllegalMonitorStateException if this thread does not hold one of them
   */
  @Override
  void unlock();

  /** Whether the current thread holds all of them validly. No I/O. */
  boolean isHeldByCurrentThread();

  /** Acquires all for the caller, waiting without bound. */
  default MultiHold acquire() throws InterruptedException {
    return acquire(AcquireOptions.defaults());
  }

  /**
   * Acquires all for the caller.
   *
   * @throws LockTimeoutException if the wait that the options allow was over; nothing is held then
   * @throws InterruptedException if interrupted on entry or while waiting; nothing is held then
   * @throws LockServerException if the last word was not the server's; nothing is held then
   * @throws LeaseLostException if one was lost while this waited for another; nothing is held then
   */
  MultiHold acquire(AcquireOptions options) throws InterruptedException;

  /** A hold if all could be had within {@code wait}. */
  default Optional<MultiHold> tryAcquire(Duration wait) throws InterruptedException {
    return tryAcquire(AcquireOptions.defaults().waitAtMost(wait));
  }

  /**
   * A hold if all could be had within the wait that the options allow.
   *
   * @throws LeaseLostException if one was lost while this waited for another; nothing is held then
   */
  Optional<MultiHold> tryAcquire(AcquireOptions options) throws InterruptedException;

  /**
   * Acquires all without blocking. Whoever completes the future thereby withdraws the request: what
   * was acquired by then is released.
   */
  CompletableFuture<MultiHold> acquireAsync(AcquireOptions options);

  /**
   * Locks all for the current thread, works, and unlocks. As {@link
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
