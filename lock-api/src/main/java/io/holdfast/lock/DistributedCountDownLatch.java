package io.holdfast.lock;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets threads of all processes wait until something has happened so many times anywhere: {@link
 * CountDownLatch}, method for method.
 *
 * <p>The first count-down or wait of anybody sets the count. Who names another one later uses the
 * latch as it is; that is logged as a warning and told to {@link LockListener#differs}.
 *
 * <p><strong>Life.</strong> A latch that is above zero has no expiry. One day after it came to zero
 * the server forgets it; until then everybody who waits goes on at once. Whoever uses the name
 * after that begins a new latch, so a name is best used once, or ended by {@link #delete}.
 *
 * <p>Each count-down counts once, however often it has to be sent. Waits, interrupts, futures, an
 * unreachable server and closing are as {@link DistributedLock} has them. What a thread did before
 * it counted down is visible to the threads of the same process that go on because of it.
 */
public interface DistributedCountDownLatch {

  /** The name, as given. */
  String name();

  /**
   * Waits until the count is zero. One round trip if it is; otherwise all waiters of a client are
   * woken by one message.
   *
   * @throws DeletedException if it is deleted meanwhile, or lost by its server
   * @throws LockServerException if the server cannot be asked within the client's limit
   * @throws InterruptedException if the thread was interrupted before it was zero
   */
  void await() throws InterruptedException;

  /**
   * As {@link #await()}, for no longer than this; zero or less does not wait, but for the answer of
   * the server.
   *
   * @return whether the count is zero
   * @throws LockServerException if the last word was not the server's
   */
  default boolean await(long timeout, TimeUnit unit) throws InterruptedException {
    return await(Duration.ofNanos(unit.toNanos(timeout)));
  }

  /** As {@link #await(long, TimeUnit)}. */
  boolean await(Duration wait) throws InterruptedException;

  /**
   * Completes when the count is zero. Whoever completes the future otherwise, as by {@code cancel}
   * or {@code orTimeout}, thereby stops waiting.
   */
  CompletableFuture<Void> awaitAsync();

  /**
   * One less, if it is above zero; the last one has all who wait go on. Waits for the server's
   * answer up to one command time-out; if it does not come, the request goes on in the background:
   * for the latch that was there meanwhile, and for nothing that is begun after a {@link #delete}.
   * Within one command time-out of the call it may count for a latch that is begun meanwhile. One
   * round trip, or two if this client has not used the name. Not interruptible; keeps the flag.
   *
   * @throws DeletedException if it was deleted meanwhile, and may have been counted down before
   * @throws LockServerException if the server refuses
   */
  void countDown();

  /**
   * As {@link #countDown()}, without blocking: completes when the server knows. Fails with {@link
   * DeletedException} if the request arrives later than one command time-out, and after a {@link
   * #delete}; before that it may count for the latch that is begun then.
   */
  CompletableFuture<Void> countDownAsync();

  /**
   * The count, as the server knows it now; that which this object was made with if nobody has used
   * the latch. One round trip.
   *
   * @throws LockServerException if the server cannot be asked
   */
  long getCount();

  /**
   * Ends it: those who wait fail with {@link DeletedException}, and what is left at the server, so
   * that they find out, expires within a day. The next use of anybody begins it anew. One round
   * trip.
   *
   * @return whether there was anything
   * @throws LockServerException if the server cannot be asked
   */
  boolean delete();
}
