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
 * <p>It has two faces. As a {@link Lock} it is owned by a thread and re-entrant: a hold count is
 * kept, and re-entry costs no round trip and does not change the token. As a source of
 * <em>handles</em> ({@link #acquire()}, {@link #tryAcquire()}, {@link #acquireAsync()}) it is owned
 * by whoever has the {@link Hold}: any thread may close it. The two do not know each other: {@code
 * lock()} under one's own handle waits like anybody.
 *
 * <p><strong>Leases.</strong> What is acquired is kept by the server for a {@link Lease}; unless
 * said otherwise the watchdog renews it. When the process dies, the lock becomes free when the
 * lease ends. When a hold is lost (the lease ran out, {@link #forceUnlock()}, the server lost it),
 * its owner is told <em>once</em>: by {@link LeaseLostException} from the next {@code lock}, {@code
 * tryLock}, {@code unlock} or {@link #token()} of that thread. Then the thread has no hold,
 * whatever its count was. {@link #isHeldByCurrentThread()} and {@link #getHoldCount()} show it, by
 * {@code false} and 0, and do not take the telling away: {@code unlock} throws {@link
 * LeaseLostException} all the same. But a thread to which they have shown it may lock again: {@code
 * lock} and {@code tryLock} begin anew, and forget it.
 *
 * <p><strong>Waiting.</strong> A wait of zero or less does not wait; one too large saturates. A
 * server that cannot be asked is not a lock held by another: where the last word was not the
 * server's, a method with a time limit throws {@link LockServerException} instead of returning
 * {@code false}, and one without gives up so after the client's {@code unreachableLimit}. A call
 * that gives up, by time or by interrupt, returns when the server knows it, but no more than 100 ms
 * later: a lock that nobody wants is free for whoever tries next. Waiters of one client may be
 * passed the lock by each other without the network; among clients the server keeps the order of
 * arrival.
 *
 * <p><strong>Memory.</strong> Within one JVM a release <i>happens-before</i> the next acquisition,
 * as {@link Lock} demands. Between JVMs only what is stored in some shared system is shared.
 *
 * <p><strong>Not guaranteed:</strong> exclusion beyond the lease. A process that is paused after it
 * checked its hold acts without knowing that the lease ended; pass {@link Hold#token()} to the
 * resource and have it refuse lower ones. Nor is strict order among the threads of one client; a
 * fair lock has that.
 *
 * <p>Calls from a thread of the client's network event loop, which would block it, are refused with
 * {@link IllegalStateException}. After the client was closed every method throws {@link
 * ClientClosedException}, but for the one that tells a thread of its loss first.
 */
public interface DistributedLock extends Lock {

  /** The name, as given. */
  String name();

  /**
   * Acquires the lock for the current thread, waiting without bound and without regard to
   * interrupts; the flag is kept. If this thread holds it already, the count goes up by one. Lease
   * renewed.
   *
   * <p><strong>Cost:</strong> one round trip if nobody is in the way; none on re-entry or when
   * passed on inside this client.
   *
   * @throws LockServerException if the server could not be asked for longer than the limit, or
   *     refused
   * @throws LeaseLostException if an earlier hold of this thread was lost and it was not told yet
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

  /**
   * As {@link #lock(Duration)}.
   *
   * @throws IllegalArgumentException if the lease is out of bounds; for {@code -1} the message
   *     names the call that asks for renewal
   */
  void lock(long leaseTime, TimeUnit unit);

  /**
   * As {@link #lock()}, unless the thread is interrupted on entry or while it waits: then nothing
   * is held, and nothing is left at the server, which the call waits for, up to 100 ms; what is not
   * acknowledged by then goes on in the background.
   */
  @Override
  void lockInterruptibly() throws InterruptedException;

  /**
   * Acquires the lock only if it is free now, or held by this thread. Lease renewed. Does not look
   * at the interrupt flag. May overtake waiters of this client that have not yet run, but not with
   * a fair lock.
   *
   * @return whether the lock was acquired; {@code false} means held, or asked for, by another
   * @throws LockServerException if the server could not be asked
   */
  @Override
  boolean tryLock();

  /**
   * As {@link #lockInterruptibly()}, but waits no longer than {@code time}, and up to 100 ms more
   * until the server knows that it has given up.
   *
   * @return whether the lock was acquired; {@code false} means held by another until the end (a
   *     wait shorter than a round trip lasts until the first answer)
   * @throws LockServerException if the last word was not the server's
   */
  @Override
  boolean tryLock(long time, TimeUnit unit) throws InterruptedException;

  /** As {@link #tryLock(long, TimeUnit)}, with a fixed lease. */
  boolean tryLock(Duration wait, Duration lease) throws InterruptedException;

  /**
   * As {@link #tryLock(Duration, Duration)}.
   *
   * @throws IllegalArgumentException if the lease is out of bounds; for {@code -1} the message
   *     names the call that asks for renewal
   */
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

  /** As {@link #withLock(CriticalSection)}, where nothing comes of it. */
  default <X extends Exception> void withLock(CriticalSection.Action<X> section)
      throws X, InterruptedException {
    Boolean unused = withLock(CriticalSection.of(section));
  }

  /** As {@link #withLock(AcquireOptions, CriticalSection)}, where nothing comes of it. */
  default <X extends Exception> void withLock(
      AcquireOptions options, CriticalSection.Action<X> section) throws X, InterruptedException {
    Boolean unused = withLock(options, CriticalSection.of(section));
  }

  /**
   * Locks for the current thread, works, and unlocks, also if the work throws. A thread that holds
   * the lock already works at once, under the lease in force; so sections may be nested.
   *
   * <pre>{@code
   * Receipt receipt = lock.withLock(options, () -> payments.charge(order, lock.token()));
   * }</pre>
   *
   * @return what the work returns
   * @throws X what the work throws; if the hold was lost as well, that is suppressed in it
   * @throws LeaseLostException if the hold was lost and the work has not thrown: its effects may
   *     have met those of others
   * @throws LockTimeoutException if the wait that the options allow was over; nothing was done
   * @throws InterruptedException if interrupted on entry or while waiting; nothing was done
   * @throws LockServerException if the last word was not the server's; nothing was done
   * @throws NullPointerException at once, and before anything is acquired, if there is no work
   */
  <T, X extends Exception> T withLock(AcquireOptions options, CriticalSection<T, X> section)
      throws X, InterruptedException;

  /**
   * Acquires a handle, waiting without bound.
   *
   * @throws InterruptedException if interrupted on entry or while waiting; nothing is held then
   */
  Hold acquire() throws InterruptedException;

  /**
   * Acquires a handle.
   *
   * @throws LockTimeoutException if the wait that the options allow was over
   * @throws InterruptedException if interrupted on entry or while waiting; nothing is held then
   */
  Hold acquire(AcquireOptions options) throws InterruptedException;

  /** A handle if the lock is free now; empty if it is held, or asked for, by another. */
  Optional<Hold> tryAcquire();

  /** A handle if the lock could be had within {@code wait}. */
  Optional<Hold> tryAcquire(Duration wait) throws InterruptedException;

  /** A handle if the lock could be had within the wait that the options allow. */
  Optional<Hold> tryAcquire(AcquireOptions options) throws InterruptedException;

  /** As {@link #acquireAsync(AcquireOptions)} with the options of this view. */
  CompletableFuture<Hold> acquireAsync();

  /**
   * Acquires a handle without blocking. Whoever completes the future (by {@code cancel}, {@code
   * orTimeout}, …) thereby withdraws the request; a hold that arrives for a completed future is
   * released. Fails with {@link LockTimeoutException}, {@link LockServerException} or {@link
   * ClientClosedException}. Completes on the callback executor, or on threads of the client if that
   * refuses, or would run it in the calling thread; a hold that is not taken up there within a
   * claim lease is released, and asked for anew when the executor comes to it.
   */
  CompletableFuture<Hold> acquireAsync(AcquireOptions options);

  /** As {@link #withLockAsync(AcquireOptions, Function)} with the options of this view. */
  <T> CompletableFuture<T> withLockAsync(Function<? super Hold, ? extends CompletionStage<T>> work);

  /**
   * Acquires, runs {@code work} on the callback executor, and releases when the stage that it
   * returned completes, or when it throws. The future has the outcome of the work; if the hold was
   * lost meanwhile and the work succeeded, it fails with {@link LeaseLostException}. Cancelling the
   * future withdraws a request that still waits; it does not stop work that has begun.
   *
   * @throws NullPointerException at once, and before anything is acquired, if there is no work
   */
  <T> CompletableFuture<T> withLockAsync(
      AcquireOptions options, Function<? super Hold, ? extends CompletionStage<T>> work);

  /**
   * The hold of the current thread's {@link Lock} view, if it holds the lock validly. Handles are
   * not shown. No round trip.
   */
  Optional<Hold> currentHold();

  /**
   * The fencing token of the current thread's hold. No round trip. If it tells of a loss, an {@code
   * unlock()} in a {@code finally} throws a plain {@link IllegalMonitorStateException} in its
   * place.
   *
   * @throws LeaseLostException if the hold was lost
   * @throws IllegalMonitorStateException if this thread does not hold the lock
   */
  long token();

  /** Whether anybody holds the lock, as the server sees it at this moment. One round trip. */
  boolean isLocked();

  /**
   * Whether the current thread holds the lock; handles do not count. No round trip. If the hold was
   * lost, an {@code unlock()} still throws {@link LeaseLostException}, and a {@code lock()} does
   * not any more.
   */
  boolean isHeldByCurrentThread();

  /**
   * How often the current thread holds the lock; handles do not count. No round trip. As to a hold
   * that was lost, as {@link #isHeldByCurrentThread()}.
   */
  int getHoldCount();

  /** Who holds the lock for how long, and how many wait, as the server sees it. One round trip. */
  LockInspection inspect();

  /**
   * Takes the lock away from whoever holds it and grants it to the next in the queue. The holder is
   * told ({@link LossCause#FORCED}); until it hears of it two may believe to own the lock: tokens
   * decide. One round trip.
   *
   * @return whether there was a hold
   */
  boolean forceUnlock();

  /**
   * A new condition of this lock, for the threads that share the object, as the examples of {@link
   * Condition} need it. No other process knows it; for those there is {@link
   * #newCondition(String)}. All else is said there.
   */
  @Override
  Condition newCondition();

  /**
   * The condition of this lock and name: the same one in every process. No I/O; the object is
   * light.
   *
   * <p>Every method keeps the contract of {@link Condition}. The current thread must hold the lock
   * as its owner; a handle is not enough. {@code await} releases the lock whatever the hold count
   * is, and returns with the lock held again and the old count, under a <em>new</em> token, also
   * after a time-out and an interrupt; so it may return later than its time. Those who wait are
   * signalled in the order in which they began to wait at the server, among all processes; one that
   * was signalled queues for the lock behind those who wait for it.
   *
   * <p>A signal is not lost while the server keeps its data: if the one that it was meant for dies,
   * or its client is closed, before it has the lock, the next one gets it. A signal that the server
   * does not acknowledge in time is repeated in the background; then somebody may be woken for
   * nothing. If an owner dies or loses the lock while others wait for a signal, all of them are
   * woken when that is found out, as it may have owed them one. So always wait in a loop that looks
   * at what is waited for.
   *
   * <p><strong>Cost:</strong> one round trip to begin to wait, one more if the time is over or the
   * thread is interrupted, and one message at the end; one round trip for a signal. Those who wait
   * cost one request a client and name every third of the claim lease, not one each. Signalling
   * looks at those who wait for other conditions of the same lock, too.
   *
   * <p><strong>Throws:</strong> {@link IllegalMonitorStateException} if the current thread does not
   * hold the lock; {@link LeaseLostException}, which is one, if it lost it. If the lock cannot be
   * had again, {@code await} throws {@link LockServerException} (the server was away for longer
   * than the client's {@code unreachableLimit}) or {@link ClientClosedException}; then the lock is
   * not held, and an {@code unlock()} in a {@code finally} throws {@link
   * IllegalMonitorStateException} in its place. {@code signal} throws {@link LockServerException}
   * if the server refuses it. {@code awaitUntil} looks at the wall clock once, when it is called.
   *
   * @throws IllegalArgumentException if the name is longer than 256 bytes of UTF-8 or not
   *     well-formed Unicode
   */
  Condition newCondition(String name);
}
