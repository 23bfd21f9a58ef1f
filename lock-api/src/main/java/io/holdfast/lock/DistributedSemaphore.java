package io.holdfast.lock;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A counting semaphore, shared by all processes that use the same server and name: {@link
 * Semaphore}, method for method.
 *
 * <p>Permits have no owner. Any thread may release, even if it has not acquired. The permits of a
 * process that died are gone until another releases them in its place. Permits of a {@link
 * PermitPool} come back by themselves.
 *
 * <p><strong>How many.</strong> The first request of any client that takes or changes permits sets
 * their number. An object that is made with another number later uses the semaphore as it is; the
 * client logs a warning and calls {@link LockListener#differs}. {@link #addPermits}, {@link
 * #reducePermits} and {@link #resize} change it. Reducing permits that are taken may make the
 * balance negative. Then nobody acquires until enough permits are released. Exception: permits that
 * a client hands on among its threads (see below) count as taken for up to one slice more. It has
 * no expiry: {@link #delete} ends it.
 *
 * <p><strong>Order.</strong> Waiters queue in the order of arrival at the server. The queue head is
 * served as soon as all permits that it asks for are available; nobody behind it is served before.
 * With a {@linkplain #isFair() fair} object, each waiter queues separately, and the object never
 * takes what another waits for. An object that is not fair takes what is available, even if others
 * wait. Its client queues once for all its threads, and hands permits that are released in this
 * process to threads that wait in it, without the network, for up to one slice. It hands on no more
 * permits than it has taken. All other permits go to the server, which serves nobody while the
 * balance is below zero. So with objects that are not fair, small requests may delay large ones,
 * and threads of one process may delay each other.
 *
 * <p><strong>Certainty.</strong> Requests are idempotent: a retried request never takes or returns
 * a permit twice, and no request is half done. A call that throws has taken nothing, once its
 * background clean-up has reached the server. An unanswered {@link #release} is retried in the
 * background for most of a day, as long as the client lives. Permits that the server grants to a
 * waiter are taken only when that waiter confirms: a waiter that died in the queue takes none with
 * it.
 *
 * <p>Waits, interrupts, futures, an unreachable server and closing are as {@link DistributedLock}
 * has them. What a thread did before it released is visible to a thread of the same process that
 * acquires by that release.
 */
public interface DistributedSemaphore {

  /** The name, as given. */
  String name();

  /** One permit, as {@link #acquire(int)}. */
  default void acquire() throws InterruptedException {
    acquire(1);
  }

  /**
   * Acquires the given number of permits, all at once. Waits without bound, even for more permits
   * than exist. One round trip if they are available; zero permits are available unless the balance
   * is negative.
   *
   * @throws IllegalArgumentException if the number is less than zero
   * @throws DeletedException if the semaphore is deleted meanwhile, or lost by its server
   * @throws LockServerException if the server cannot be asked within the client's limit
   * @throws InterruptedException if the thread was interrupted before it had the permits
   */
  void acquire(int permits) throws InterruptedException;

  /** One permit, as {@link #acquireUninterruptibly(int)}. */
  default void acquireUninterruptibly() {
    acquireUninterruptibly(1);
  }

  /** As {@link #acquire(int)}; an interrupt does not end the wait; the flag is kept. */
  void acquireUninterruptibly(int permits);

  /** One permit, as {@link #tryAcquire(int)}. */
  default boolean tryAcquire() {
    return tryAcquire(1);
  }

  /**
   * Acquires the given number of permits if they are available now, even if others wait. That is so
   * for a fair object, too, as in the JDK. One round trip.
   *
   * @throws IllegalArgumentException if the number is less than zero
   * @throws LockServerException if the server cannot be asked
   */
  boolean tryAcquire(int permits);

  /** One permit, as {@link #tryAcquire(int, long, TimeUnit)}. */
  default boolean tryAcquire(long timeout, TimeUnit unit) throws InterruptedException {
    return tryAcquire(1, timeout, unit);
  }

  /**
   * As {@link #acquire(int)}, but waits no longer than {@code timeout}, plus up to 100 ms until the
   * server has acknowledged that the call gave up. Zero or less waits only for the answer of the
   * server.
   *
   * @throws LockServerException if the last request to the server failed or went unanswered
   */
  default boolean tryAcquire(int permits, long timeout, TimeUnit unit) throws InterruptedException {
    return tryAcquire(permits, Duration.ofNanos(unit.toNanos(timeout)));
  }

  /** As {@link #tryAcquire(int, long, TimeUnit)}. */
  boolean tryAcquire(int permits, Duration wait) throws InterruptedException;

  /** One permit, as {@link #acquireAsync(int)}. */
  default CompletableFuture<Void> acquireAsync() {
    return acquireAsync(1);
  }

  /**
   * Acquires without blocking. Completing the future ({@code cancel}, {@code orTimeout}, …)
   * withdraws the request; permits that arrive for a completed future are given back.
   *
   * @throws IllegalArgumentException at once, if the number is less than zero
   */
  CompletableFuture<Void> acquireAsync(int permits);

  /** As {@link #acquireAsync(int)}; completes with false after a time-out. */
  CompletableFuture<Boolean> tryAcquireAsync(int permits, Duration wait);

  /** One permit, as {@link #release(int)}. */
  default void release() {
    release(1);
  }

  /**
   * Releases the given number of permits. Waits up to one command time-out for the server's answer,
   * and not at all if the permits are handed to threads of this process. If no answer comes, the
   * request is retried in the background. Permits of a semaphore that was deleted since are gone;
   * the log says so, and no exception is thrown. Not interruptible; keeps the flag.
   *
   * @throws IllegalArgumentException if the number is less than zero
   * @throws LockServerException if the server refuses: there would be more than {@link
   *     Integer#MAX_VALUE}
   */
  void release(int permits);

  /** As {@link #release(int)}, without blocking: completes when the server has acknowledged. */
  CompletableFuture<Void> releaseAsync(int permits);

  /**
   * How many permits are available, as the server sees it now; below zero if more were taken away
   * than there were. For people and dashboards. One round trip.
   *
   * @throws LockServerException if the server cannot be asked
   */
  int availablePermits();

  /**
   * Takes all available permits, or gives the missing ones if the balance is negative; after that
   * the balance is zero. One round trip, or two if this client has not used the name.
   *
   * @return how many it took; below zero if it gave
   * @throws DeletedException if the semaphore was deleted meanwhile; it may have been drained
   *     before that
   * @throws LockServerException if the server cannot be asked; what a late request takes is given
   *     back
   */
  int drainPermits();

  /**
   * Adds permits for good. One round trip, or two if this client has not used the name. An
   * unanswered request is retried in the background as in {@link #release(int)}, but does not
   * change a semaphore that is begun after a {@link #delete}. Within one command time-out of the
   * call it may change a semaphore that is begun meanwhile.
   *
   * @throws IllegalArgumentException if the number is less than zero
   * @throws DeletedException if the semaphore was deleted meanwhile; it may have been changed
   *     before that
   * @throws LockServerException if the server refuses: there would be more than {@link
   *     Integer#MAX_VALUE}
   */
  void addPermits(int more);

  /**
   * Removes permits for good. Does not wait until they are available: the balance may become
   * negative. Otherwise as {@link #addPermits}.
   *
   * @throws IllegalArgumentException if the number is less than zero
   * @throws DeletedException if the semaphore was deleted meanwhile; it may have been changed
   *     before that
   * @throws LockServerException if the server refuses: there would be less than {@link
   *     Integer#MIN_VALUE}. The JDK throws an {@code Error} then, and also on overflow
   */
  void reducePermits(int reduction);

  /**
   * Sets the number of permits: gives or takes away the difference to the number before. Otherwise
   * as {@link #addPermits}.
   *
   * @throws IllegalArgumentException if the number is less than zero
   * @throws DeletedException if the semaphore was deleted meanwhile; it may have been changed
   *     before that
   */
  void resize(int permits);

  /** Whether this object never overtakes waiters. */
  boolean isFair();

  /** Whether there are waiters. One round trip. */
  default boolean hasQueuedThreads() {
    return getQueueLength() > 0;
  }

  /**
   * The number of waiters: all of this client, plus the entries of other clients in the server's
   * queue, where a client whose objects are not fair has one entry. An estimate. One round trip.
   */
  int getQueueLength();

  /**
   * Deletes the semaphore: waiters fail with {@link DeletedException}. A mark by which they learn
   * of it stays at the server and expires within a day. The next request of any client begins a new
   * semaphore. Permits that a client took before, and releases before it takes any of the new
   * semaphore, do not belong to the new one and are gone. Permits that it releases later, or that
   * another client releases, are added to the new number. So it is best deleted when nobody has
   * permits. One round trip.
   *
   * @return whether there was anything
   * @throws LockServerException if the server cannot be asked
   */
  boolean delete();
}
