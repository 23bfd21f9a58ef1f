package io.holdfast.lock;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;

/**
 * A pair of locks of one name, for the threads of all processes that use the same server. Any
 * number of owners may hold the read lock at once, as long as nobody holds the write lock. One
 * owner holds the write lock, and then nobody else holds either.
 *
 * <p>Both are {@link DistributedLock}s, with leases, watchdog, handles, futures, tokens and reports
 * of a loss. The contract of that interface applies, and in addition:
 *
 * <ul>
 *   <li><strong>Order.</strong> The server numbers the waiters and grants the locks in that order;
 *       readers next to each other in it are granted together. So no stream of readers starves a
 *       writer, and no stream of writers starves a reader. A client queues once for all its readers
 *       with the usual lease, and once for all its writers except those that return from {@code
 *       await}. Readers of a client that already reads enter without the network; once others are
 *       known to wait, only while that client has read for less than a slice.
 *   <li><strong>Re-entry.</strong> A thread that holds one of the locks enters that one again, even
 *       if others wait. A thread that holds the write lock may take the read lock, too. Handles are
 *       not re-entrant: a caller that has a read handle and asks for another, or for the read lock
 *       as a thread, may queue behind a writer that waits for the first handle.
 *   <li><strong>Downgrade.</strong> Take the read lock under the write lock, then unlock the write
 *       lock: no other writer gets in between. See the example below.
 *   <li><strong>{@code unlock()} may throw</strong>: that of either lock throws {@link
 *       LeaseLostException} if its lease was lost meanwhile. Then the thread does not hold that
 *       lock, but still holds the other one. Put each {@code unlock()} in a {@code finally} that is
 *       reached whatever the other one throws.
 *   <li><strong>Untimed {@link DistributedLock#tryLock()} to read does not barge</strong>, unlike
 *       that of the JDK: it returns {@code false} while another client's writer is queued and this
 *       client knows it. That of the write lock does not ask others to release, and fails as long
 *       as a client keeps an entry that it no longer uses.
 *   <li><strong>Taking the read lock under the write lock</strong> costs a round trip, unlike
 *       re-entry, because it makes an entry at the server. It throws {@link LockServerException} if
 *       the server cannot be asked; the write lock stays held.
 *   <li><strong>{@code await} releases the write lock only.</strong> A thread that also holds the
 *       read lock keeps it, waits for itself, and never returns: unlock the read lock first.
 *   <li><strong>{@link DistributedLock#isLocked()}</strong> of the read lock, {@link
 *       #getReadLockCount()} and {@link #inspect()} count an entry that a client keeps for a moment
 *       (a slice or two) after its last reader has unlocked.
 *   <li><strong>No upgrade.</strong> A thread that holds only the read lock cannot get the write
 *       lock, because it would wait for itself. The call fails at once: {@code tryLock} returns
 *       {@code false} and {@code tryAcquire} is empty, with and without a time limit; {@code
 *       acquire} with a time limit throws {@link LockTimeoutException}; methods that wait without
 *       bound throw {@link IllegalMonitorStateException}. This check does not see what belongs to
 *       no thread: a caller that waits for one of the locks while it has a <em>handle</em> of the
 *       other, or for a future of the write lock while it reads, waits until that is closed.
 *   <li><strong>Tokens.</strong> The token of a writer is above every earlier token of this name.
 *       The token of a reader is not below that of the last writer before it, and is below that of
 *       the next writer: a resource that knows the token of the write that it shows can refuse a
 *       reader that has been overtaken. Readers may have equal tokens.
 *   <li><strong>Conditions</strong> belong to the write lock; the same methods of the read lock
 *       throw {@link UnsupportedOperationException}.
 *   <li><strong>Force.</strong> {@link DistributedLock#forceUnlock()} of the write lock takes it
 *       from the writer, that of the read lock from all readers.
 *   <li><strong>Crashes.</strong> What a process held becomes free when its lease ends, and other
 *       holds are not affected. The readers of a client with its usual lease share one entry at the
 *       server; a reader with a different lease, and a reader that also holds the write lock, has a
 *       separate entry. If a process ends without closing its client after all its readers have
 *       unlocked, writers may be kept out for a claim lease.
 * </ul>
 *
 * <p>What {@link Hold#token()} promises about earlier holds applies to writers; for readers, see
 * above.
 *
 * <p>A downgrade that leaves no lock held, whichever call throws (the JDK's example in {@code
 * ReentrantReadWriteLock} would keep the read lock if the write lock was lost):
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

  /** The hold count of the current thread for the read lock. No I/O. */
  default int getReadHoldCount() {
    return readLock().getHoldCount();
  }

  /** The hold count of the current thread for the write lock. No I/O. */
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
   * How many entries readers have at the server. This is not the number of {@link Lock#lock()}
   * calls, because the readers of a client share one. Asks the server, as {@link #inspect()} does.
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
