package io.holdfast.lock;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets threads of all processes wait until something has happened a given number of times in any of
 * them: {@link CountDownLatch}, method for method.
 *
 * <p>The first count-down or wait of any client sets the count. An object that is made with another
 * count later uses the latch as it is; the client logs a warning and calls {@link
 * LockListener#differs}.
 *
 * <p><strong>Life.</strong> A latch above zero has no expiry. One day after it reached zero the
 * server forgets it; until then a call to {@code await} returns at once. The first use of the name
 * after that begins a new latch. So use each name once, or end it by {@link #delete}.
 *
 * <p>Count-downs are idempotent: a retried request counts once. Waits, interrupts, futures, an
 * unreachable server and closing are as {@link DistributedLock} has them. What a thread did before
 * it counted down is visible to the threads of the same process that go on because of it.
 */
public interface DistributedCountDownLatch {

  /** The name, as given. */
  String name();

  /**
   * Waits until the count is zero. One round trip if it is; otherwise one message wakes all waiters
   * of a client.
   *
   * @throws DeletedException if the latch is deleted meanwhile, or lost by its server
   * @throws LockServerException if the server cannot be asked within the client's limit
   * @throws InterruptedException if the thread was interrupted before the count was zero
   */
  void await() throws InterruptedException;

  /**
   * As {@link #await()}, but no longer than {@code timeout}; zero or less waits only for the answer
   * of the server.
   *
   * @return whether the count is zero
   * @throws LockServerException if the last request to the server failed or went unanswered
   */
  default boolean await(long timeout, TimeUnit unit) throws InterruptedException {
    return await(Duration.ofNanos(unit.toNanos(timeout)));
  }

  /** As {@link #await(long, TimeUnit)}. */
  boolean await(Duration wait) throws InterruptedException;

  /**
   * Completes when the count is zero. Completing the future in another way ({@code cancel}, {@code
   * orTimeout}, …) ends the wait.
   */
  CompletableFuture<Void> awaitAsync();

  /**
   * Lowers the count by one if it is above zero; at zero all waiters go on. Waits up to one command
   * time-out for the server's answer. If none comes, the request is retried in the background: it
   * counts for the latch that was there meanwhile, not for one that is begun after a {@link
   * #delete}. Within one command time-out of the call it may count for a latch that is begun
   * meanwhile. One round trip, or two if this client has not used the name. Not interruptible;
   * keeps the flag.
   *
   * @throws DeletedException if the latch was deleted meanwhile; it may have been counted down
   *     before that
   * @throws LockServerException if the server refuses
   */
  void countDown();

  /**
   * As {@link #countDown()}, without blocking: completes when the server has acknowledged. Fails
   * with {@link DeletedException} if the request arrives after a {@link #delete} and later than one
   * command time-out; before that it may count for the new latch.
   */
  CompletableFuture<Void> countDownAsync();

  /**
   * The count, as the server sees it now; if no client has used the latch, the count that this
   * object was made with. One round trip.
   *
   * @throws LockServerException if the server cannot be asked
   */
  long getCount();

  /**
   * Deletes the latch: waiters fail with {@link DeletedException}. A mark by which they learn of it
   * stays at the server and expires within a day. The next use by any client begins a new latch.
   * One round trip.
   *
   * @return whether there was anything
   * @throws LockServerException if the server cannot be asked
   */
  boolean delete();
}
