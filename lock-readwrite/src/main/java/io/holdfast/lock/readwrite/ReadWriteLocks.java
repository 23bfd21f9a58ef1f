package io.holdfast.lock.readwrite;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.DistributedReadWriteLock;
import io.holdfast.lock.Locks;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.verbs.LockScripts;
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
 * <p><b>Cost.</b> The readers of one client share one entry at the server: the first reader costs
 * one round trip, and the last to leave another; the others cost none. If the threads of a client
 * read again within one slice (5 ms by default), the client keeps the entry in between: for two
 * slices, plus the delay of the client's timer (some 0.1 s when it is busy with thousands), and
 * only until a writer waits. So reading costs nothing while nobody writes. While the entry is kept,
 * the untimed {@code tryLock()} of a writer in another process may fail although nobody reads at
 * this instant; a writer that waits is served at once.
 *
 * <p><b>Order.</b> Waiters are served in the order of arrival at the server; readers next to each
 * other are served together. A writer waits for the readers before it. Their clients let in new
 * readers of their own for one slice after they began; then the writer waits only for the readers
 * that are in. Writers of a client hand the write lock to each other as with the plain lock, for a
 * slice while others wait.
 *
 * <p>Leases, tokens, handles, conditions and errors are as in {@link
 * io.holdfast.lock.DistributedLock}. A read-write lock and another lock of one name are two locks.
 */
public final class ReadWriteLocks {

  private static final LockScripts SCRIPTS =
      LockScripts.variant(ReadWriteLocks.class::getResourceAsStream);

  private final ReadWritePairs pairs;

  /** The read-write locks of this client, which stays the owner of everything; no I/O. */
  public ReadWriteLocks(HoldfastClient client) {
    this.pairs = ReadWritePairs.of(client, "rw", SCRIPTS);
  }

  /**
   * The read-write lock of this name. No I/O; the object is light, and all objects of one name are
   * the same lock: their read locks are equal, and so are their write locks. The {@code
   * DistributedReadWriteLock} itself equals no other object.
   *
   * @throws IllegalArgumentException if the name is longer than 1024 bytes of UTF-8 or not
   *     well-formed Unicode
   */
  public DistributedReadWriteLock get(String name) {
    return get(name, AcquireOptions.defaults());
  }

  /**
   * The same lock, with these options for methods that take none. The wait of the options counts
   * for {@code acquire} and similar methods, not for {@code lock()}.
   */
  public DistributedReadWriteLock get(String name, AcquireOptions options) {
    return pairs.get(name, options);
  }

  /** The read locks, for code that is written against {@link Locks}. */
  public Locks reading() {
    return side(DistributedReadWriteLock::readLock);
  }

  /** The write locks, for code that is written against {@link Locks}. */
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
