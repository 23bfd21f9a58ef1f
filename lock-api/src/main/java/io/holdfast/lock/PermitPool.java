package io.holdfast.lock;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A number of permits, shared by all processes that use the same server and name, which come back
 * when their holder dies. For scarce things: connections to a partner, slots on a GPU, licences.
 *
 * <p>A {@link Permit} is a handle with a lease, renewed by the watchdog unless the options say
 * otherwise. If its process dies, its permits come back when the lease ends. As far as leases can
 * ensure it, no more permits are held than exist: a permit whose lease ran out is lost to its
 * holder before others get it. Exceptions: {@link #resize} to a smaller size takes no permits back,
 * and after {@link #reset} a holder may believe that it has its permits until it hears of the
 * reset, at the latest when they are due for renewal.
 *
 * <p><strong>Not guaranteed:</strong> that a resource can recognise a late holder. Several hold at
 * a time, so a lower token may be valid: a token names a permit and orders permits, but does not
 * fence. Use a lock for what only one may touch.
 *
 * <p><strong>Order.</strong> Waiters are served in the order of arrival at the server; a release
 * serves as many from the queue head as now fit. So requests for few permits do not starve a
 * request for many; they wait behind it.
 *
 * <p>Threads of one process that are neighbours in that queue and ask for the same number hand
 * permits on in that order without the network, for a slice of the client (5 ms by default).
 *
 * <p><strong>Size.</strong> The first request of any client for this pool sets its size. An object
 * that is made with another size later uses the pool as it is; at its first use the client logs a
 * warning and calls {@link LockListener#differs}. {@link #resize} changes it.
 *
 * <p>Waits, interrupts, futures, an unreachable server and closing are as {@link DistributedLock}
 * has them for handles.
 */
public interface PermitPool {

  /** The name, as given. */
  String name();

  /** One permit, as {@link #acquire(int)}. */
  default Permit acquire() throws InterruptedException {
    return acquire(1);
  }

  /**
   * Acquires the given number of permits, all at once, waiting without bound.
   *
   * @throws IllegalArgumentException if the number is less than one, or more than both the size
   *     that this object was made with and the size that it last heard from the server or set
   *     itself
   * @throws LockServerException if the server cannot be asked within the client's limit, or the
   *     pool at the server is smaller than that
   * @throws InterruptedException if the thread was interrupted before it had the permits
   */
  default Permit acquire(int permits) throws InterruptedException {
    return acquire(permits, AcquireOptions.defaults());
  }

  /**
   * The same with a time limit or another lease.
   *
   * @throws LockTimeoutException if the wait is over
   */
  Permit acquire(int permits, AcquireOptions options) throws InterruptedException;

  /** One permit if one is available now and nobody waits, as {@link #tryAcquire(int)}. */
  default Optional<Permit> tryAcquire() {
    return tryAcquire(1);
  }

  /**
   * Acquires the given number of permits if they are available now and nobody waits. One round
   * trip.
   *
   * @throws IllegalArgumentException as {@link #acquire(int)}
   * @throws LockServerException as {@link #acquire(int)}, without the limit
   */
  Optional<Permit> tryAcquire(int permits);

  /**
   * As {@link #acquire(int)}, but waits no longer than {@code wait}; zero or less does not wait.
   */
  default Optional<Permit> tryAcquire(int permits, Duration wait) throws InterruptedException {
    return tryAcquire(permits, AcquireOptions.defaults().waitAtMost(wait));
  }

  /** The same with another lease; waits without bound if the options have no limit. */
  Optional<Permit> tryAcquire(int permits, AcquireOptions options) throws InterruptedException;

  /** One permit, as {@link #acquireAsync(int, AcquireOptions)}. */
  default CompletableFuture<Permit> acquireAsync() {
    return acquireAsync(1, AcquireOptions.defaults());
  }

  /**
   * Acquires without blocking. Completing the future ({@code cancel}, {@code orTimeout}, …)
   * withdraws the request; a permit that arrives for a completed future is released. Fails with
   * {@link LockTimeoutException} if the wait of the options is over, and otherwise as {@link
   * #acquire(int)}.
   *
   * @throws IllegalArgumentException as {@link #acquire(int)}, at once
   */
  CompletableFuture<Permit> acquireAsync(int permits, AcquireOptions options);

  /**
   * What the server knows of the pool now. For people and dashboards, never for decisions. Blocks
   * for one round trip.
   *
   * @throws LockServerException if the server cannot be asked
   */
  PoolInspection inspect();

  /**
   * Changes the number of permits. If more are held than that, no holder loses a permit, but none
   * is granted until enough have come back. Exception: threads of one process may still hand
   * permits on within a slice of the client. A waiter that asks for more than the new size fails
   * when it asks again: within a third of the claim lease. Objects that were made with a smaller
   * size, and have not heard of this one, still refuse requests above theirs. Blocks for one round
   * trip. If it throws, the size may still change later, unless the same client changes it again
   * before that.
   *
   * @throws IllegalArgumentException if the size is less than one
   * @throws LockServerException if the server cannot be asked
   */
  void resize(int size);

  /**
   * Takes all permits from their holders, which are told. Waiters are served from the full size; if
   * there are none, the pool is gone until the next request begins a new one. Until a holder hears
   * of the reset, both it and the next holder may believe that they hold the permits. Blocks for
   * one round trip.
   *
   * @return whether there was anything
   * @throws LockServerException if the server cannot be asked
   */
  boolean reset();
}
