package io.holdfast.lock.fair;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.Locks;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.kind.ExclusiveLocks;

/**
 * The fair locks of a client: re-entrant locks that go round in the order of arrival, among all
 * threads and handles of all processes.
 *
 * <pre>{@code
 * DistributedLock lock = new FairLocks(client).get("order:42");
 * lock.lock();
 * try {
 *   // whoever asked before us has had it before us
 * } finally {
 *   lock.unlock();
 * }
 * }</pre>
 *
 * <p><b>Order.</b> Everybody who has to wait gets an arrival number from the server, and the lowest
 * is served next. Nobody overtakes: not a thread that has just released, not {@code tryLock()}, and
 * timed waits keep the order too. Who gives up, by time-out, interrupt or a cancelled future,
 * leaves the queue; everybody else moves up. Re-entry is not queued. A lock taken after {@code
 * Condition.await} goes behind those who were queued when the signal came, or the time was over.
 *
 * <p><b>Not guaranteed.</b> Two that arrive at once are ordered as the server reads them. Who
 * cannot be reached when its turn comes, as its process has died or is frozen or its connection is
 * broken, is passed over: the dead cost nothing where the server sees that their connection is gone
 * (up to 10 000 of them), and one claim lease (5 s by default) for all of them together otherwise.
 * Who comes back has its old place, so it may be ahead of some who were served before it.
 *
 * <p><b>Cost.</b> A hand-over is one script and one message, however many wait. Among neighbours in
 * the queue that are of one client it is local: no round trip, while their leases are the same and
 * renewed without a cap. The plain lock is faster where threads of one process contend and their
 * order does not matter. Those who wait cost one request a client and name every third of the claim
 * lease, not one each.
 *
 * <p>Leases, tokens, handles, conditions and the errors are those of {@link DistributedLock}. A
 * fair lock and a plain lock of one name are two locks.
 */
public final class FairLocks implements Locks {

  private static final ExclusiveLocks.Kind KIND =
      new ExclusiveLocks.Kind("fair", LockKind.FAIR, true, FairGate::new);

  private final ExclusiveLocks locks;

  /** Of this client, which stays the owner of everything; no I/O. */
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
   * The same lock, with other options where the caller of a method names none. The wait of the
   * options counts for {@code acquire} and its kin, not for {@code lock()}.
   */
  @Override
  public DistributedLock get(String name, AcquireOptions options) {
    return locks.get(name, options);
  }
}
