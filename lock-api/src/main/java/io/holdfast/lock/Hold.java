package io.holdfast.lock;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * One owner's turn with a lock, with its fencing token.
 *
 * <p>A hold that was obtained by {@link DistributedLock#acquire()} or one of its kin is a
 * <em>handle</em>: it belongs to no thread, any thread may close it, and it is not re-entrant. The
 * hold shown by {@link DistributedLock#currentHold()} belongs to its thread; it is closed by {@link
 * DistributedLock#unlock()} only.
 *
 * <p><strong>Not guaranteed:</strong> that nobody else acts as owner while {@link #isValid()} is
 * true and the process is paused between the check and the act. No lease can promise that. A
 * resource that refuses tokens below the highest that it has seen can.
 */
public interface Hold extends AutoCloseable {

  /** The name of the lock. */
  String lockName();

  /**
   * The fencing token: positive, and greater than the token of every earlier hold of this lock. It
   * never changes during a hold, and can still be read after the hold has ended. No round trip.
   */
  long token();

  /**
   * Whether this hold is neither released nor lost, by the local monotonic clock. Once false it
   * stays false. No round trip.
   */
  boolean isValid();

  /**
   * How much validity is left without a further renewal; zero if {@link #isValid()} is false. No
   * round trip.
   */
  Duration remaining();

  /**
   * Makes this hold last at least {@code atLeast} from now; never shortens it. Waits for the
   * server's answer. One round trip. With a renewed lease this is needed only to bridge a time in
   * which the process expects to be paused.
   *
   * @throws IllegalStateException if called on a network thread
   * @throws LeaseLostException if the hold was lost
   * @throws IllegalMonitorStateException if it was released
   * @throws IllegalArgumentException if {@code atLeast} is out of the bounds of {@link Lease}, or
   *     beyond the cap of this hold
   * @throws LockServerException if the server did not answer; the hold goes on as it was
   */
  void extend(Duration atLeast);

  /**
   * Ends this hold, but has the server keep the lock for {@code time} from now and no longer, even
   * if this process dies or its client is closed: for work that must not be repeated for a while.
   * The lock is not renewed; {@code time} may be shorter or longer than the lease. After that the
   * lock is free. The next waiter is served at that time, or a third of its claim lease later if it
   * could not know of it. Waits for the server's answer. One round trip.
   *
   * <p>This cannot be undone: the hold has no owner any more, and only {@link
   * DistributedLock#forceUnlock()} frees the lock earlier. Listeners see the hold as released.
   *
   * @throws IllegalStateException if called on a network thread
   * @throws LeaseLostException if the hold was lost
   * @throws IllegalMonitorStateException if it was released, or belongs to a thread
   * @throws IllegalArgumentException if {@code time} is out of the bounds of {@link Lease}
   * @throws LockServerException if the server did not answer, or refused. The hold has ended all
   *     the same. The lock is free after {@code time} if the server executed the request, and
   *     otherwise when its lease has passed
   * @throws UnsupportedOperationException if it is of a read lock, a quorum lock or a pool
   */
  void releaseAfter(Duration time);

  /**
   * Runs {@code callback} once, on the callback executor, if this hold is lost; at once if it is
   * already lost. Never runs it after a release.
   *
   * @throws NullPointerException if the callback is null
   */
  void onLost(Consumer<LossCause> callback);

  /**
   * Ends this hold. A second call does nothing. Waits up to one command time-out for the server's
   * answer. If none comes and the hold was valid, the call returns normally, and the release is
   * retried in the background until the server has acknowledged it or the lease has run out. Not
   * interruptible; keeps the interrupt flag. One round trip; none if the lock is handed to another
   * owner of this client. On a network thread it does not wait, as it must not block there.
   *
   * @throws LeaseLostException if the hold was lost before; thrown by the first call only
   * @throws IllegalMonitorStateException if it belongs to a thread: call {@link
   *     DistributedLock#unlock()}
   */
  @Override
  void close();

  /**
   * Ends this hold as {@link #close()} does, without waiting. The future completes when the server
   * has acknowledged, or fails with {@link LeaseLostException} if the hold was lost before.
   */
  CompletableFuture<Void> releaseAsync();
}
