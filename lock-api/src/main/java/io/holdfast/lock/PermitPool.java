package io.holdfast.lock;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A number of permits, shared by all processes that use the same server and name, which come back
 * when their holder dies. For what there are few of: connections to a partner, slots on a GPU,
 * licences.
 *
 * <p>A {@link Permit} is a handle with a lease, renewed by the watchdog unless the options say
 * otherwise. When its process dies, its permits come back when the lease ends. Never are more out
 * than there are, as far as time can tell: a permit whose lease ran out is lost to its holder
 * before others get it. Two calls are the exception: {@link #resize} to less takes none back, and
 * after {@link #reset} a holder may believe in its permits until it hears of that, at the latest
 * when they are to be renewed.
 *
 * <p><strong>Not guaranteed:</strong> that a resource can tell a holder that is late. Several hold
 * at a time, so a token that is lower than another one may be good: it names a permit, and orders
 * permits, but does not fence. What must not be touched by more than one belongs under a lock.
 *
 * <p><strong>Order.</strong> Who has to wait is served in the order of arrival at the server; a
 * release serves as many from the head of that queue as now fit. So a request for many permits is
 * not kept out by requests for few, and these wait behind it meanwhile.
 *
 * <p>Threads of one process that stand next to each other in that queue, and want as many, hand
 * permits on in that order without the network, for a slice of the client (5 ms by default).
 *
 * <p><strong>Size.</strong> The first request of anybody for this pool sets its size. Who names
 * another one later uses the pool as it is; when such an object is used for the first time, that is
 * logged as a warning and told to {@link LockListener#differs}. {@link #resize} changes it.
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
   * Acquires so many permits, all at once, waiting without bound.
   *
   * @throws IllegalArgumentException if that is less than one, or more than the size that this
   *     object was made with, has heard of from the server, and has set
   * @throws LockServerException if the server cannot be asked within the client's limit, or the
   *     pool is smaller than that at the server
   * @throws InterruptedException if the thread was interrupted before it had them
   */
  default Permit acquire(int permits) throws InterruptedException {
    return acquire(permits, AcquireOptions.defaults());
  }

  /**
   * The same with a limit to the wait, or another lease.
   *
   * @throws LockTimeoutException if the wait is over
   */
  Permit acquire(int permits, AcquireOptions options) throws InterruptedException;

  /** One permit if there is one now, and nobody waits for it, as {@link #tryAcquire(int)}. */
  default Optional<Permit> tryAcquire() {
    return tryAcquire(1);
  }

  /**
   * So many permits if they are there now, and nobody waits before us. One round trip.
   *
   * @throws IllegalArgumentException as {@link #acquire(int)}
   * @throws LockServerException as {@link #acquire(int)}, without the limit
   */
  Optional<Permit> tryAcquire(int permits);

  /** As {@link #acquire(int)}, for no longer than this; zero or less does not wait. */
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
   * Acquires without blocking. Whoever completes the future, as by {@code cancel} or {@code
   * orTimeout}, thereby withdraws; a permit that arrives for a completed future is released. Ends
   * with {@link LockTimeoutException} if the wait of the options is over, and as {@link
   * #acquire(int)} ends.
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
   * Changes how many permits there are. If more are out than that, none is taken from its holder:
   * none is given until enough came back, but for what threads of one process hand on within a
   * slice of the client. Whoever waits for more than that fails when it asks again: within a third
   * of the claim lease. Objects that were made with a smaller size, and have not heard of this one,
   * go on to refuse what is above theirs. Blocks for one round trip; if it throws, the size may be
   * changed yet, unless the same client changes it again before that.
   *
   * @throws IllegalArgumentException if that is less than one
   * @throws LockServerException if the server cannot be asked
   */
  void resize(int size);

  /**
   * Takes all permits from their holders, which are told. Who waits is served from all that there
   * are; if nobody does, the pool is gone until the next request begins it anew. Until a holder
   * hears of it, both it and the next one may believe. Blocks for one round trip.
   *
   * @return whether there was anything
   * @throws LockServerException if the server cannot be asked
   */
  boolean reset();
}
