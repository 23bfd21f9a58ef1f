package io.holdfast.lock.fair;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.Locks;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.kind.ExclusiveLocks;

/**
 * The fair locks of a client: re-entrant locks that are granted in the order of arrival, among all
 * threads and handles of all processes.
 *
 * <pre>{@code
 * DistributedLock lock = new FairLocks(client).get("order:42");
 * lock.lock();
 * try {
 *   // all that asked before this thread have had their turn
 * } finally {
 *   lock.unlock();
 * }
 * }</pre>
 *
 * <p><b>Order.</b> Each waiter gets an arrival number from the server, and the lowest is served
 * next. Nobody overtakes: not a thread that has just released, and not {@code tryLock()}; timed
 * waits keep the order, too. A waiter that gives up, by time-out, interrupt or a cancelled future,
 * leaves the queue, and the others move up. Re-entry does not queue. After {@code Condition.await}
 * a thread queues behind those that were queued when the signal came, or when the time was over.
 *
 * <p><b>Not guaranteed.</b> Two waiters that arrive at the same time are ordered as the server
 * reads them. A waiter that cannot be reached at its turn (its process is dead or frozen, or its
 * connection is broken) is skipped. Dead waiters cost nothing if the server sees that their
 * connection is gone (up to 10 000 of them); otherwise all of them together cost one claim lease (5
 * s by default). A waiter that comes back has its old place, so its number may be lower than those
 * of some that were served before it.
 *
 * <p><b>Cost.</b> A hand-off is one script and one message, however many wait. Between neighbours
 * in the queue that belong to one client it is local: no round trip, if their leases are the same
 * and renewed without a cap. The plain lock is faster where threads of one process contend and
 * their order does not matter. While threads wait, a client sends one request for each name every
 * third of the claim lease, however many of its threads wait.
 *
 * <p>Leases, tokens, handles, conditions and errors are as in {@link DistributedLock}. A fair lock
 * and a plain lock of one name are two locks.
 */
public final class FairLocks implements Locks {

  private static final ExclusiveLocks.Kind KIND =
      new ExclusiveLocks.Kind("fair", LockKind.FAIR, true, FairGate::new);

  private final ExclusiveLocks locks;

  /** The fair locks of this client, which stays the owner of everything; no I/O. */
  public FairLocks(HoldfastClient client) {
    this.locks = ExclusiveLocks.of(client, KIND);
  }

  /**
   * The fair lock of this name. No I/O; the object is light, and all objects of one name are the
   * same lock.
   *
   * @throws IllegalArgumentException if the name is longer than 1024 bytes of UTF-8 or not
   *     well-formed Unicode
   */
  @Override
  public DistributedLock get(String name) {
    return get(name, AcquireOptions.defaults());
  }

  /**
   * The same lock, with these options for methods that take none. The wait of the options counts
   * for {@code acquire} and similar methods, not for {@code lock()}.
   */
  @Override
  public DistributedLock get(String name, AcquireOptions options) {
    return locks.get(name, options);
  }
}
