package io.holdfast.lock.readwrite;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.DistributedReadWriteLock;
import io.holdfast.lock.Locks;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.exclusive.LockScripts;
import io.holdfast.lock.readwrite.gate.ReadWritePairs;
import java.util.function.Function;

/**
 * The read-write locks of a client: many read at a time, or one writes, among all threads and
 * handles of all processes.
 *
 * <pre>{@code
 * DistributedReadWriteLock catalog = new ReadWriteLocks(client).get("catalog");
 * catalog.readLock().lock();
 * try {
 *   // nobody writes meanwhile, in any process
 * } finally {
 *   catalog.readLock().unlock();
 * }
 * }</pre>
 *
 * <p><b>Cost.</b> The readers of one client share one entry at the server: the first to come costs
 * one round trip, and the last to go another one; the others cost none. Where the threads of a
 * client read again and again (within one slice, 5 ms by default), the entry is kept in between,
 * for two slices and as much longer as the client's timer is late (some 0.1 s when it is busy with
 * thousands), and only until a writer waits: so reading costs nothing while nobody writes.
 * Meanwhile the untimed {@code tryLock()} of a writer in another process may be refused although
 * nobody reads in this instant; one that waits is served at once.
 *
 * <p><b>Order.</b> Who waits is served in the order of arrival at the server, readers next to each
 * other together. A writer waits for the readers before it: the clients among them let new readers
 * of their own in for one slice after they began, and then for those who are in. Writers of a
 * client pass the write lock on among themselves as those of the plain lock do, for a slice while
 * others wait.
 *
 * <p>Leases, tokens, handles, conditions and the errors are those of {@link
 * io.holdfast.lock.DistributedLock}. A read-write lock and another lock of one name are two locks.
 */
public final class ReadWriteLocks {

  private static final LockScripts SCRIPTS =
      LockScripts.variant(ReadWriteLocks.class::getResourceAsStream);

  private final ReadWritePairs pairs;

  /** Of this client, which stays the owner of everything; no I/O. */
  public ReadWriteLocks(HoldfastClient client) {
    this.pairs = ReadWritePairs.of(client, "rw", SCRIPTS);
  }

  /**
   * The read-write lock of this name. No I/O; the object is light, and all objects of one name are
   * the same lock.
   *
   * @throws IllegalArgumentException if the name is longer than 1024 bytes of UTF-8 or not
   *     well-formed Unicode
   */
  public DistributedReadWriteLock get(String name) {
    return get(name, AcquireOptions.defaults());
  }

  /**
   * The same lock, with other options where the caller of a method names none. The wait of the
   * options counts for {@code acquire} and its kin, not for {@code lock()}.
   */
  public DistributedReadWriteLock get(String name, AcquireOptions options) {
    return pairs.get(name, options);
  }

  /** Their read locks, for what is written against {@link Locks}. */
  public Locks reading() {
    return side(DistributedReadWriteLock::readLock);
  }

  /** Their write locks, for what is written against {@link Locks}. */
  public Locks writing() {
    return side(DistributedReadWriteLock::writeLock);
  }

  private Locks side(Function<DistributedReadWriteLock, DistributedLock> side) {
    return new Locks() {
      @Override
      public DistributedLock get(String name) {
        return side.apply(ReadWriteLocks.this.get(name));
      }

      @Override
      public DistributedLock get(String name, AcquireOptions options) {
        return side.apply(ReadWriteLocks.this.get(name, options));
      }
    };
  }
}
