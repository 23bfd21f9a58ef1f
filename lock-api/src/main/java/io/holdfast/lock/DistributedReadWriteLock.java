package io.holdfast.lock;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;

/**
 * A pair of locks of one name, for the threads of all processes that use the same server: the read
 * lock is held by any number of owners at once as long as nobody holds the write lock, and the
 * write lock by one owner, together with nobody.
 *
 * <p>Both are {@link DistributedLock}s, with leases, watchdog, handles, futures, tokens and the
 * news of a loss. What that interface says holds here, and besides:
 *
 * <ul>
 *   <li><strong>Order.</strong> Who has to wait is granted its lock in the order in which the
 *       server numbered those who wait; readers next to each other in that order are granted
 *       together. So no stream of readers keeps a writer out, and no stream of writers a reader. A
 *       client queues once for all its readers of the usual lease, and once for all its writers but
 *       those that come back from waiting for a signal. Readers of a client that reads already
 *       enter without the network; once others are known to wait, only while that client has read
 *       for less than a slice.
 *   <li><strong>Re-entry.</strong> A thread that holds one of the locks enters that one again,
 *       whoever waits. A thread that holds the write lock may take the read lock, too. A handle is
 *       not entered again: who has one to read and asks for another, or reads as a thread, may
 *       queue behind a writer that waits for the first.
 *   <li><strong>Downgrade.</strong> Take the read lock under the write lock, then unlock the write
 *       lock: no other writer fits in between. See the example below.
 *   <li><strong>{@code unlock()} may throw</strong>, of either lock: {@link LeaseLostException} if
 *       the lease was lost meanwhile. The thread does not hold that lock then, but still holds the
 *       other one: have each {@code unlock()} in a {@code finally} that is reached whatever the
 *       other one throws.
 *   <li><strong>Untimed {@link DistributedLock#tryLock()} to read does not barge</strong>, unlike
 *       that of the JDK: it returns {@code false} while another client's writer is queued and this
 *       client knows it. That of the write lock tells nobody to let go, and is refused as long as a
 *       client keeps an entry that it no longer uses.
 *   <li><strong>Reading under one's own write lock</strong> is a round trip, unlike re-entry: it
 *       makes an entry at the server. It throws {@link LockServerException} if the server cannot be
 *       asked; the write lock is held as before.
 *   <li><strong>{@code await} lets go of the write lock only.</strong> A thread that reads besides
 *       keeps its read lock, waits for itself, and never returns: unlock the read lock before.
 *   <li><strong>{@link DistributedLock#isLocked()}</strong> of the read lock, {@link
 *       #getReadLockCount()} and {@link #inspect()} count an entry that a client keeps for a moment
 *       (a slice or two) after its last reader has unlocked.
 *   <li><strong>No upgrade.</strong> A thread that holds only the read lock does not get the write
 *       lock, as it would wait for itself: at once, {@code tryLock} and {@code tryAcquire} return
 *       {@code false} or nothing, with and without time, {@code acquire} with a time limit throws
 *       {@link LockTimeoutException}, and the methods that wait without bound throw {@link
 *       IllegalMonitorStateException}. Not seen is what belongs to no thread: who waits for one of
 *       the locks under one's own <em>handle</em> of the other, or for a future of the write lock
 *       while reading, waits until that is closed.
 *   <li><strong>Tokens.</strong> The token of a writer is above every token of this name that was
 *       given before. The token of a reader is not below that of the last writer before it, and
 *       below that of the next: a resource that knows the token of the write that it shows can
 *       refuse a reader that has been overtaken. Readers may have equal tokens.
 *   <li><strong>Conditions</strong> belong to the write lock; those methods of the read lock throw
 *       {@link UnsupportedOperationException}.
 *   <li><strong>Force.</strong> {@link DistributedLock#forceUnlock()} of the write lock takes it
 *       from the writer, that of the read lock from all readers.
 *   <li><strong>Crashes.</strong> What a process held is free when the lease of that ends, and
 *       nothing else. The readers of a client that have its usual lease share one entry at the
 *       server; a reader with a lease of its own, and one that holds the write lock, has an entry
 *       of its own. A process that ends without closing its client when all its readers have
 *       unlocked may keep writers out for a claim lease.
 * </ul>
 *
 * <p>What {@link Hold#token()} says of all earlier holds is so for writers; for readers it is as
 * above.
 *
 * <p>A downgrade that keeps nothing, whichever call throws (that of the JDK's {@code
 * ReentrantReadWriteLock} example keeps the read lock if the write lock was lost):
 *
 * <pre>{@code
 * boolean reads = false;
 * try {
 *   catalog.writeLock().lock();
 *   try {
 *     // nobody else reads or writes
 *     catalog.readLock().lock();      // downgrade: read before the write lock is let go
 *     reads = true;
 *   } finally {
 *     catalog.writeLock().unlock();   // throws if the lease was lost
 *   }
 *   // what was just written, still unchanged
 * } finally {
 *   if (reads) {
 *     catalog.readLock().unlock();
 *   }
 * }
 * }</pre>
 *
 * <p>The memory effects are those of {@link ReadWriteLock}, within one JVM.
 */
public interface DistributedReadWriteLock extends ReadWriteLock {

  /** The name, as given. Both locks have it. */
  String name();

  @Override
  DistributedLock readLock();

  @Override
  DistributedLock writeLock();

  /** How often the current thread holds the read lock. No I/O. */
  default int getReadHoldCount() {
    return readLock().getHoldCount();
  }

  /** How often the current thread holds the write lock. No I/O. */
  default int getWriteHoldCount() {
    return writeLock().getHoldCount();
  }

  /** Whether the current thread holds the write lock. No I/O. */
  default boolean isWriteLockedByCurrentThread() {
    return writeLock().isHeldByCurrentThread();
  }

  /**
   * Whether anybody holds the write lock. Asks the server, as {@link #inspect()} does.
   *
   * @throws LockServerException if the server cannot be asked
   */
  default boolean isWriteLocked() {
    return inspect().writer().isPresent();
  }

  /**
   * How many entries readers have at the server: not the number of {@link Lock#lock()} calls, as
   * the readers of a client share one. Asks the server, as {@link #inspect()} does.
   *
   * @throws LockServerException if the server cannot be asked
   */
  default int getReadLockCount() {
    return inspect().readers().size();
  }

  /**
   * How many acquisitions wait at the server, of readers and writers: threads of one client that
   * wait together count once. Asks the server, as {@link #inspect()} does.
   *
   * @throws LockServerException if the server cannot be asked
   */
  default int getQueueLength() {
    return inspect().queueLength();
  }

  /**
   * What the server knows of this lock now. For people and dashboards, never for decisions. Blocks
   * for one round trip, at most one command time-out.
   *
   * @throws LockServerException if the server cannot be asked
   */
  ReadWriteInspection inspect();
}
