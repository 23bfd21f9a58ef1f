package io.holdfast.lock;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A counting semaphore, shared by all processes that use the same server and name: {@link
 * Semaphore}, method for method.
 *
 * <p>Permits have no owner. Anybody may release, also without having acquired; and the permits of a
 * process that died are gone until somebody releases them in its place. Permits that come back by
 * themselves are those of a {@link PermitPool}.
 *
 * <p><strong>How many.</strong> The first request of anybody that takes or changes permits sets
 * their number. Who names another one later uses the semaphore as it is; that is logged as a
 * warning and told to {@link LockListener#differs}. {@link #addPermits}, {@link #reducePermits} and
 * {@link #resize} change it. The balance may become negative, by reducing what is out, and then
 * nobody acquires before enough was released; except that permits which a client hands on among its
 * threads, see below, count as out, for as long as one slice more. It has no expiry: {@link
 * #delete} ends it.
 *
 * <p><strong>Order.</strong> Who has to wait queues in the order of arrival at the server, and is
 * served as soon as what the head of the queue asks for is there: it waits for as many as it needs,
 * and nobody behind it is served meanwhile. A {@linkplain #isFair() fair} object has every waiter
 * queue by itself, and never takes what another one waits for. One that is not fair takes what is
 * there, whoever waits; its client stands in the queue once for all its threads, and hands permits
 * that are released here to threads that wait here, without the network, for as long as one slice.
 * It hands on no more permits than it has taken. All others go to the server, which serves nobody
 * at a balance below zero. So among objects that are not fair, large requests may be kept waiting
 * by small ones, and threads of one process by each other.
 *
 * <p><strong>Certainty.</strong> No request takes or gives twice, however often it has to be sent,
 * and none is half done: a call that throws has taken nothing, once its background clean-up has
 * reached the server; a {@link #release} that went unanswered is sent again in the background for
 * most of a day, as long as the client lives. Permits that were granted to a waiter are its own
 * only when that waiter has said so: one that died in the queue takes none along.
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
   * Acquires so many permits, all at once, waiting without bound: also for more than there are. One
   * round trip if they are there; zero of them are there unless the balance is negative.
   *
   * @throws IllegalArgumentException if that is less than zero
   * @throws DeletedException if it is deleted meanwhile, or lost by its server
   * @throws LockServerException if the server cannot be asked within the client's limit
   * @throws InterruptedException if the thread was interrupted before it had them
   */
  void acquire(int permits) throws InterruptedException;

  /** One permit, as {@link #acquireUninterruptibly(int)}. */
  default void acquireUninterruptibly() {
    acquireUninterruptibly(1);
  }

  /** As {@link #acquire(int)}; an interrupt is kept for the caller, and does not end the wait. */
  void acquireUninterruptibly(int permits);

  /** One permit, as {@link #tryAcquire(int)}. */
  default boolean tryAcquire() {
    return tryAcquire(1);
  }

  /**
   * So many permits if they are there now, whoever waits: also of a fair object, as in the JDK. One
   * round trip.
   *
   * @throws IllegalArgumentException if that is less than zero
   * @throws LockServerException if the server cannot be asked
   */
  boolean tryAcquire(int permits);

  /** One permit, as {@link #tryAcquire(int, long, TimeUnit)}. */
  default boolean tryAcquire(long timeout, TimeUnit unit) throws InterruptedException {
    return tryAcquire(1, timeout, unit);
  }

  /**
   * As {@link #acquire(int)}, for no longer than this, and up to 100 ms more until the server knows
   * that it has given up; zero or less does not wait, but for the answer of the server.
   *
   * @throws LockServerException if the last word was not the server's
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
   * Acquires without blocking. Whoever completes the future, as by {@code cancel} or {@code
   * orTimeout}, thereby withdraws; permits that arrive for a completed future are given back.
   *
   * @throws IllegalArgumentException if that is less than zero, at once
   */
  CompletableFuture<Void> acquireAsync(int permits);

  /** As {@link #acquireAsync(int)}; completes with false if the time is over. */
  CompletableFuture<Boolean> tryAcquireAsync(int permits, Duration wait);

  /** One permit, as {@link #release(int)}. */
  default void release() {
    release(1);
  }

  /**
   * Gives so many permits. Waits for the server's answer up to one command time-out, and not at all
   * if threads here go on with them; if it does not come, the request goes on in the background.
   * Permits of a semaphore that was deleted since are gone, and the log says so: no exception. Not
   * interruptible; keeps the flag.
   *
   * @throws IllegalArgumentException if that is less than zero
   * @throws LockServerException if the server refuses: there would be more than {@link
   *     Integer#MAX_VALUE}
   */
  void release(int permits);

  /** As {@link #release(int)}, without blocking: completes when the server knows. */
  CompletableFuture<Void> releaseAsync(int permits);

  /**
   * How many permits there are for the taking, as the server knows it now; below zero if more were
   * taken away than there were. For people and dashboards. One round trip.
   *
   * @throws LockServerException if the server cannot be asked
   */
  int availablePermits();

  /**
   * Takes all permits that are there, or gives what is missing if the balance is negative: zero are
   * there then. One round trip, or two if this client has not used the name.
   *
   * @return how many it took; below zero if it gave
   * @throws DeletedException if it was deleted meanwhile, and may have been drained before
   * @throws LockServerException if the server cannot be asked: what is taken by a request that
   *     arrives late is given back
   */
  int drainPermits();

  /**
   * So many more permits, for good. One round trip, or two if this client has not used the name;
   * goes on in the background as {@link #release(int)}, but then changes nothing that is begun
   * after a {@link #delete}. Within one command time-out of the call it may change what is begun
   * meanwhile.
   *
   * @throws IllegalArgumentException if that is less than zero
   * @throws DeletedException if it was deleted meanwhile, and may have been changed before
   * @throws LockServerException if the server refuses: there would be more than {@link
   *     Integer#MAX_VALUE}
   */
  void addPermits(int more);

  /**
   * So many less, for good, without waiting for any: the balance may become negative. Otherwise as
   * {@link #addPermits}.
   *
   * @throws IllegalArgumentException if that is less than zero
   * @throws DeletedException if it was deleted meanwhile, and may have been changed before
   * @throws LockServerException if the server refuses: there would be less than {@link
   *     Integer#MIN_VALUE}. The JDK throws an {@code Error} then, and at more than the most
   */
  void reducePermits(int reduction);

  /**
   * Has their number be this one: gives, or takes away, the difference to the number that it was.
   * Otherwise as {@link #addPermits}.
   *
   * @throws IllegalArgumentException if that is less than zero
   * @throws DeletedException if it was deleted meanwhile, and may have been changed before
   */
  void resize(int permits);

  /** Whether this object never overtakes those who wait. */
  boolean isFair();

  /** Whether anybody waits. One round trip. */
  default boolean hasQueuedThreads() {
    return getQueueLength() > 0;
  }

  /**
   * How many wait: all of this client, and as many of others as stand in the server's queue, where
   * a client whose objects are not fair stands once. An estimate. One round trip.
   */
  int getQueueLength();

  /**
   * Ends it: those who wait fail with {@link DeletedException}, and what is left at the server, so
   * that they find out, expires within a day. The next request of anybody begins it anew. Permits
   * that a client took before, and releases before it takes any of the next one, are not permits of
   * that, and are gone; those that it releases later, or that are released by another client, come
   * on top of the number. So it is best ended when nobody has any. One round trip.
   *
   * @return whether there was anything
   * @throws LockServerException if the server cannot be asked
   */
  boolean delete();
}
