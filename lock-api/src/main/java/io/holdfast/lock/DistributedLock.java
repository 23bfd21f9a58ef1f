package io.holdfast.lock;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;

/**
 * A lock that excludes the threads of all processes that use the same server and name.
 *
 * <p>It has two views. As a {@link Lock} it is owned by a thread and re-entrant: it keeps a hold
 * count, and re-entry costs no round trip and does not change the token. As a source of
 * <em>handles</em> ({@link #acquire()}, {@link #tryAcquire()}, {@link #acquireAsync()}) the {@link
 * Hold} object is the owner, and any thread may close it. The two views are independent: {@code
 * lock()} blocks even if the caller already has a handle.
 *
 * <p><strong>Leases.</strong> The server keeps a hold for the length of its {@link Lease}. The
 * watchdog renews the lease unless the options say otherwise. If the process dies, the lock becomes
 * free when the lease ends. When a hold is lost (the lease ran out, {@link #forceUnlock()}, the
 * server lost it), its owner is told <em>once</em>: the next {@code lock}, {@code tryLock}, {@code
 * unlock} or {@link #token()} of that thread throws {@link LeaseLostException}. After that the
 * thread has no hold, whatever its count was. {@link #isHeldByCurrentThread()} and {@link
 * #getHoldCount()} show the loss as {@code false} and 0. After they have shown it, {@code unlock}
 * still throws {@link LeaseLostException}, but {@code lock} and {@code tryLock} do not: they
 * acquire afresh and discard the report of the loss.
 *
 * <p><strong>Waiting.</strong> A wait of zero or less does not wait; a wait that is too large
 * saturates. An unreachable server is never reported as a lock held by another. If the last request
 * to the server failed or went unanswered, a method with a time limit throws {@link
 * LockServerException} instead of returning {@code false}; a method without one throws it once the
 * server has been unreachable for the client's {@code unreachableLimit}. A call that gives up, by
 * time-out or interrupt, waits up to 100 ms until the server has acknowledged that: so a lock that
 * nobody wants is free for the next caller. What is not acknowledged by then goes on in the
 * background. Threads of one client may hand the lock to each other without the network; between
 * clients the server keeps the order of arrival.
 *
 * <p><strong>Memory.</strong> Within one JVM a release <i>happens-before</i> the next acquisition,
 * as {@link Lock} demands. JVMs share only what they store in some shared system.
 *
 * <p><strong>Not guaranteed:</strong> exclusion beyond the lease. A process that is paused after it
 * checked its hold acts without knowing that the lease ended; pass {@link Hold#token()} to the
 * resource and have it refuse lower tokens. Strict order among the threads of one client is not
 * guaranteed either; a fair lock has it.
 *
 * <p>A call that would block throws {@link IllegalStateException} on a thread of the client's
 * network event loop. After the client is closed, every method throws {@link
 * ClientClosedException}. Exception: a thread that lost its hold is told of the loss first.
 */
public interface DistributedLock extends Lock {

  /** The name, as given. */
  String name();

  /**
   * Acquires the lock for the current thread, with a renewed lease. Waits without bound. An
   * interrupt does not end the wait; the flag is kept. If this thread already holds the lock, the
   * hold count goes up by one.
   *
   * <p><strong>Cost:</strong> one round trip if the lock is free and nobody waits; none on re-entry
   * or when another thread of this client hands the lock on.
   *
   * @throws LockServerException if the server could not be asked for longer than the limit, or
   *     refused
   * @throws LeaseLostException if an earlier hold of this thread was lost and the thread was not
   *     told yet
   * @throws Error if the hold count would exceed {@link Integer#MAX_VALUE}
   */
  @Override
  void lock();

  /**
   * As {@link #lock()}, with a fixed lease. On re-entry the lease in force stays as it is.
   *
   * @throws IllegalArgumentException if the lease is out of the bounds of {@link Lease}
   */
  void lock(Duration lease);

  /** As {@link #lock(Duration)}; the message for {@code -1} names the call for a renewed lease. */
  void lock(long leaseTime, TimeUnit unit);

  /**
   * As {@link #lock()}, but an interrupt on entry or while waiting ends the call. Then nothing is
   * held.
   */
  @Override
  void lockInterruptibly() throws InterruptedException;

  /**
   * Acquires the lock only if it is free now, or held by this thread, with a renewed lease. Ignores
   * the interrupt flag. May overtake waiters of this client that have not yet run; a fair lock
   * never does.
   *
   * @return whether the lock was acquired; {@code false} means that another holds it or waits for
   *     it
   * @throws LockServerException if the server could not be asked
   */
  @Override
  boolean tryLock();

  /**
   * As {@link #lockInterruptibly()}, but gives up after {@code time}.
   *
   * @return whether the lock was acquired; {@code false} means that another held it until the end
   *     (a wait shorter than a round trip lasts until the first answer)
   * @throws LockServerException if the last request to the server failed or went unanswered
   */
  @Override
  boolean tryLock(long time, TimeUnit unit) throws InterruptedException;

  /** As {@link #tryLock(long, TimeUnit)}, with a fixed lease. */
  boolean tryLock(Duration wait, Duration lease) throws InterruptedException;

  /** As {@link #tryLock(Duration, Duration)}, with a lease as in {@link #lock(long, TimeUnit)}. */
  boolean tryLock(long waitTime, long leaseTime, TimeUnit unit) throws InterruptedException;

  /**
   * Lowers the hold count by one and releases the lock when it reaches zero. Waits for the server's
   * answer as {@link Hold#close()} does. Not interruptible; keeps the flag.
   *
   * @throws LeaseLostException if the hold was lost
   * @throws IllegalMonitorStateException if this thread does not hold the lock
   */
  @Override
  void unlock();

  /** As {@link #withLock(AcquireOptions, CriticalSection)} with the options of this view. */
  <T, X extends Exception> T withLock(CriticalSection<T, X> section) throws X, InterruptedException;

  /** As {@link #withLock(CriticalSection)}, for work without a result. */
  default <X extends Exception> void withLock(CriticalSection.Action<X> section)
      throws X, InterruptedException {
    Boolean unused = withLock(CriticalSection.of(section));
  }

  /** As {@link #withLock(AcquireOptions, CriticalSection)}, for work without a result. */
  default <X extends Exception> void withLock(
      AcquireOptions options, CriticalSection.Action<X> section) throws X, InterruptedException {
    Boolean unused = withLock(options, CriticalSection.of(section));
  }

  /**
   * Locks for the current thread, runs the work, and unlocks, also if the work throws. If the
   * thread already holds the lock, the work runs at once, under the lease in force; so sections may
   * be nested.
   *
   * <pre>{@code
   * Receipt receipt = lock.withLock(options, () -> payments.charge(order, lock.token()));
   * }</pre>
   *
   * @return what the work returns
   * @throws X what the work throws; if the hold was lost as well, the loss is suppressed in it
   * @throws LeaseLostException if the hold was lost and the work did not throw: its effects may
   *     overlap with those of another owner
   * @throws LockTimeoutException if the wait that the options allow was over; nothing was done
   * @throws InterruptedException if interrupted on entry or while waiting; nothing was done
   * @throws LockServerException if the last request to the server failed or went unanswered;
   *     nothing was done
   * @throws NullPointerException at once, before anything is acquired, if the work is null
   */
  <T, X extends Exception> T withLock(AcquireOptions options, CriticalSection<T, X> section)
      throws X, InterruptedException;

  /** Acquires a handle, waiting without bound; interrupted as {@link #acquire(AcquireOptions)}. */
  Hold acquire() throws InterruptedException;

  /**
   * Acquires a handle.
   *
   * @throws LockTimeoutException if the wait that the options allow was over
   * @throws InterruptedException if interrupted on entry or while waiting; nothing is held then
   */
  Hold acquire(AcquireOptions options) throws InterruptedException;

  /** Acquires a handle if the lock is free now; empty if another holds it or waits for it. */
  Optional<Hold> tryAcquire();

  /** Acquires a handle within {@code wait}; empty if it did not. */
  Optional<Hold> tryAcquire(Duration wait) throws InterruptedException;

  /** Acquires a handle within the wait that the options allow; empty if it did not. */
  Optional<Hold> tryAcquire(AcquireOptions options) throws InterruptedException;

  /** As {@link #acquireAsync(AcquireOptions)} with the options of this view. */
  CompletableFuture<Hold> acquireAsync();

  /**
   * Acquires a handle without blocking. Completing the future ({@code cancel}, {@code orTimeout},
   * …) withdraws the request; a hold that arrives for a completed future is released. Fails with
   * {@link LockTimeoutException}, {@link LockServerException} or {@link ClientClosedException}.
   * Completes on the callback executor. If that executor refuses the task, or would run it in the
   * calling thread, the future completes on a thread of the client. If the executor does not run
   * the task within a claim lease, the hold is released, and acquired anew when the executor gets
   * to it.
   */
  CompletableFuture<Hold> acquireAsync(AcquireOptions options);

  /** As {@link #withLockAsync(AcquireOptions, Function)} with the options of this view. */
  <T> CompletableFuture<T> withLockAsync(Function<? super Hold, ? extends CompletionStage<T>> work);

  /**
   * Acquires the lock, runs {@code work} on the callback executor, and releases the lock when the
   * stage that the work returned completes, or when the work throws. The future has the outcome of
   * the work. If the work succeeded but the hold was lost meanwhile, the future fails with {@link
   * LeaseLostException}. Cancelling the future withdraws a request that still waits; it does not
   * stop work that has begun.
   *
   * @throws NullPointerException at once, before anything is acquired, if the work is null
   */
  <T> CompletableFuture<T> withLockAsync(
      AcquireOptions options, Function<? super Hold, ? extends CompletionStage<T>> work);

  /**
   * The hold of the current thread in the {@link Lock} view, if it is valid. Handles are not shown.
   * No round trip.
   */
  Optional<Hold> currentHold();

  /**
   * The fencing token of the current thread's hold. No round trip. If this call reports a loss, an
   * {@code unlock()} in a {@code finally} throws a plain {@link IllegalMonitorStateException},
   * which replaces that exception.
   *
   * @throws LeaseLostException if the hold was lost
   * @throws IllegalMonitorStateException if this thread does not hold the lock
   */
  long token();

  /** Whether anybody holds the lock, as the server sees it at this moment. One round trip. */
  boolean isLocked();

  /**
   * Whether the current thread holds the lock; handles do not count. No round trip. What follows
   * for a lost hold stands above, under <em>Leases</em>.
   */
  boolean isHeldByCurrentThread();

  /** The hold count of the current thread, as {@link #isHeldByCurrentThread()}. No round trip. */
  int getHoldCount();

  /** The holder, time left and number of waiters, as the server sees them. One round trip. */
  LockInspection inspect();

  /**
   * Takes the lock away from its holder and grants it to the next in the queue. The holder is told
   * ({@link LossCause#FORCED}). Until it hears of that, two clients may believe that they own the
   * lock; tokens decide. One round trip.
   *
   * @return whether there was a hold
   */
  boolean forceUnlock();

  /**
   * A new condition of this lock, for the threads that share the returned object, as in the
   * examples of {@link Condition}. Other processes cannot use it; {@link #newCondition(String)} is
   * for them, and describes everything else.
   */
  @Override
  Condition newCondition();

  /**
   * The condition of this lock with this name: the same one in every process. No I/O; the object is
   * light.
   *
   * <p>Every method keeps the contract of {@link Condition}. The current thread must hold the lock
   * as its owner; a handle is not enough. {@code await} releases the lock whatever the hold count
   * is. It returns with the lock held again, with the old count, under a <em>new</em> token. That
   * is so after a time-out or an interrupt, too, so it may return later than its time. Waiters of
   * all processes are signalled in the order in which they began to wait at the server. A waiter
   * that was signalled queues for the lock behind those that already wait for it.
   *
   * <p>A signal is not lost while the server keeps its data: if the signalled waiter dies, or its
   * client is closed, before it has the lock, the next waiter gets the signal. A signal that the
   * server does not acknowledge in time is retried in the background; then a waiter may wake
   * spuriously. If an owner dies or loses the lock while others wait for a signal, all of them are
   * woken when that is noticed, because the owner may have owed them a signal. So always wait in a
   * loop that tests the awaited state.
   *
   * <p><strong>Cost:</strong> {@code await} takes one round trip to begin to wait, one more after a
   * time-out or interrupt, and one message at the end. A signal takes one round trip. While threads
   * wait, a client sends one request for each name every third of the claim lease, however many of
   * its threads wait. A signal also scans the waiters of other conditions of the same lock.
   *
   * <p><strong>Throws:</strong> {@link IllegalMonitorStateException} if the current thread does not
   * hold the lock; {@link LeaseLostException}, a subclass, if the thread lost it. If the lock
   * cannot be acquired again, {@code await} throws {@link LockServerException} (the server was away
   * for longer than the client's {@code unreachableLimit}) or {@link ClientClosedException}; then
   * the lock is not held, and an {@code unlock()} in a {@code finally} throws {@link
   * IllegalMonitorStateException}, which replaces that exception. {@code signal} throws {@link
   * LockServerException} if the server refuses it. {@code awaitUntil} reads the wall clock once,
   * when it is called.
   *
   * @throws IllegalArgumentException if the name is longer than 256 bytes of UTF-8 or not
   *     well-formed Unicode
   */
  Condition newCondition(String name);
}
