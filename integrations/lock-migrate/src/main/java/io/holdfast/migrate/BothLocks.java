package io.holdfast.migrate;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockServerException;
import java.util.ConcurrentModificationException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.LongSupplier;

/**
 * The lock of another library and a Holdfast lock as one: a thread that has it has both. So a
 * rolling deployment can move from the one to the other while all instances exclude each other.
 *
 * <pre>{@code
 * Lock lock =
 *     switch (phase) {
 *       case OLD -> redisson.getLock("orders");
 *       case BOTH -> BothLocks.of(redisson.getLock("orders"), client.lock("orders"));
 *       case NEW -> client.lock("orders");
 *     };
 * }</pre>
 *
 * <p>Deploy {@code BOTH} to every process that takes the lock, and only then begin with {@code
 * NEW}. A process with the old lock alone and one with the new lock alone do not exclude each
 * other.
 *
 * <p><strong>Order.</strong> Every method takes the old lock first, and then the new one; {@link
 * #unlock()} frees the new one first. A thread that holds the new lock already never waits for the
 * old one: if another has that, the call throws {@link IllegalMonitorStateException}, because the
 * two threads could wait for each other for ever. So the old lock was lost and another took it, or
 * this thread took the new lock by itself. Threads that take one name by this class alone cannot
 * deadlock each other. Not covered: a thread that has the new lock by a handle, that waits for the
 * old lock by itself inside, that has the write side of a read-write lock and asks for the read
 * side, or that takes several names in another order than others.
 *
 * <p><strong>All or nothing.</strong> If the new lock is not taken, for whatever reason, the old
 * one is freed before the call ends. If freeing it fails as well, that failure is suppressed in the
 * exception. If the old lock is not taken, the new one is not asked for. What a failed call of the
 * old lock leaves behind is the old library's matter.
 *
 * <p><strong>Owner.</strong> Both locks belong to the calling thread, and are re-entrant if the old
 * one is. Each successful call takes each lock once more, and each {@code unlock()} frees each
 * once, even if the new lock was lost meanwhile. This object has no state: two objects of the same
 * two locks are the same lock. A thread may also hold the old lock by itself, before; inside, take
 * it by {@code tryLock()} only.
 *
 * <p><strong>Waiting.</strong> A thread that waits for the new lock holds the old one: processes
 * with the old lock alone wait that long, too. If the new lock's server is away, that is up to the
 * client's {@code unreachableLimit}; {@link #tryLock(long, TimeUnit)} bounds it. The lease of the
 * old lock runs meanwhile. If nobody renews it, as by default that of a {@code RedisLockRegistry},
 * it may end before the new lock is taken, and the call succeeds all the same.
 *
 * <p><strong>Interrupts.</strong> {@link #lock()}, {@link #tryLock()} and {@link #unlock()} call
 * the old lock with the interrupt flag cleared, and set it again: some libraries throw otherwise,
 * and take or free the lock all the same. An interrupt that comes while the old lock is called has
 * the effect that the old lock gives it. If it comes during a request of Redisson, Redisson may
 * throw, take the lock nevertheless, and renew it until the process ends.
 *
 * <p><strong>Loss.</strong> A loss of the new lock is told as by {@link DistributedLock}. A loss of
 * the old lock is told if its {@code unlock()} throws, and then only: nothing else of the old lock
 * can be asked. While one of the two is lost and the other is not, processes that use the latter
 * are still excluded, and others are not. Leases are those of the two locks, so if the old lock has
 * a fixed one, it ends by itself while the new lock is renewed. Have its library renew it, or give
 * it a lease that outlasts the wait for the new lock and the work together.
 *
 * <p><strong>Death.</strong> If the process dies, each lock becomes free by its own rules. If only
 * the owner thread dies, Holdfast frees the new lock; what becomes of the old one, the old library
 * decides.
 *
 * <p>There is no {@code isHeldByCurrentThread()}: the answer could only be for the new lock, and
 * code that unlocks only if it is {@code true} would keep the old lock for ever after a loss.
 *
 * <p><strong>Not guaranteed:</strong> what either lock does not guarantee. Fencing tokens are those
 * of the new lock, and holders of the old lock alone have none: they cannot be compared.
 *
 * <p><strong>Memory.</strong> As the two locks promise. <strong>Cost:</strong> that of both, one
 * after the other. No thread, no I/O of its own.
 */
public final class BothLocks implements Lock {

  private final OldLock oldLock;
  private final DistributedLock newLock;
  private final LongSupplier nanoTime;

  BothLocks(Lock oldLock, DistributedLock newLock, LongSupplier nanoTime) {
    this.oldLock = new OldLock(oldLock);
    this.newLock = Objects.requireNonNull(newLock, "newLock");
    this.nanoTime = nanoTime;
  }

  /**
   * Both of these as one lock. No I/O.
   *
   * @param oldLock owned by a thread, as {@link Lock} says; also a read lock or a write lock, if
   *     the new one is the same side
   * @param newLock its options count, such as a lease. Better none that interrupts on loss: the
   *     interrupt may come during a request of the old lock
   */
  public static BothLocks of(Lock oldLock, DistributedLock newLock) {
    return new BothLocks(oldLock, newLock, System::nanoTime);
  }

  /** A way to ask for one of the locks. */
  private interface Attempt<X extends Exception> {
    boolean run() throws X;
  }

  /**
   * Acquires both, waiting without bound. An interrupt before the call, or while it waits for the
   * new lock, does not end it; the flag is kept.
   *
   * @throws LockServerException if the new lock's server could not be asked for longer than the
   *     limit, or refused; nothing is held then
   * @throws LeaseLostException if an earlier hold of the new lock was lost and this thread was not
   *     told yet; this call holds nothing then
   * @throws IllegalMonitorStateException if this thread holds the new lock, and another the old one
   */
  @Override
  public void lock() {
    boolean unused =
        take(
            () -> {
              oldLock.lock();
              return true;
            },
            () -> {
              newLock.lock();
              return true;
            });
  }

  /**
   * As {@link #lock()}, but an interrupt on entry or while waiting ends the call. Then this call
   * does not hold the new lock. On entry the old lock is not asked. If the interrupt comes while
   * the new lock is waited for, the old one is freed; if it comes while the old one is called, that
   * one's library decides what is left: see <em>Interrupts</em> above.
   */
  @Override
  public void lockInterruptibly() throws InterruptedException {
    refuseInterrupted();
    boolean unused =
        this.<InterruptedException>take(
            () -> {
              oldLock.lockInterruptibly();
              return true;
            },
            () -> {
              newLock.lockInterruptibly();
              return true;
            });
  }

  /**
   * Acquires both if both are free now, or held by this thread. Ignores the interrupt flag.
   *
   * @return whether both were acquired; if not, nothing is held by this call
   * @throws LockServerException if the new lock's server could not be asked
   * @throws IllegalMonitorStateException if this thread holds the new lock, and another the old one
   * @throws RuntimeException what the old lock throws if it cannot be asked, or cannot be freed
   *     again
   */
  @Override
  public boolean tryLock() {
    return take(oldLock::tryLock, newLock::tryLock);
  }

  /**
   * As {@link #lockInterruptibly()}, but gives up after {@code time}, one limit for both. What the
   * old lock leaves of it is for the new one; if it leaves nothing, the new lock is taken if it is
   * free. A time of zero or less does not wait. What an interrupt leaves: as there.
   *
   * @return whether both were acquired; if not, nothing is held by this call
   * @throws LockServerException if the last request to the new lock's server failed or went
   *     unanswered
   * @throws IllegalMonitorStateException if this thread holds the new lock, and another the old one
   * @throws RuntimeException what the old lock throws if it cannot be asked, or cannot be freed
   *     again
   */
  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    refuseInterrupted();
    long limit = Math.max(unit.toNanos(time), 0);
    long start = nanoTime.getAsLong();
    return this.<InterruptedException>take(
        () -> oldLock.tryLock(time, unit),
        () -> newLock.tryLock(limit - (nanoTime.getAsLong() - start), TimeUnit.NANOSECONDS));
  }

  /** The old lock may do more than throw: Redisson's takes the lock nevertheless. */
  private static void refuseInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  private <X extends Exception> boolean take(Attempt<X> takeOld, Attempt<X> takeNew) throws X {
    if (holdsNew()) {
      takeOldAgain();
    } else if (!takeOld.run()) {
      return false;
    }
    boolean taken;
    try {
      taken = takeNew.run();
    } catch (Throwable e) {
      oldLock.freeAfter(e);
      throw e;
    }
    if (!taken) {
      oldLock.freeIfHeld();
    }
    return taken;
  }

  /** Asked of this process only; does not tell a loss. */
  private boolean holdsNew() {
    return newLock.currentHold().isPresent();
  }

  /** Without waiting: a thread that has it by now waits for the new lock, which this one holds. */
  private void takeOldAgain() {
    if (!oldLock.tryLock()) {
      throw new IllegalMonitorStateException(
          "Lock '%s': held by %s, but another has the old lock: it was lost, or never taken"
              .formatted(newLock.name(), Thread.currentThread()));
    }
  }

  /**
   * Frees the new lock once, and then the old one once, also if the former fails. Not interruptible
   * by itself; keeps the flag. After it this thread holds neither, or each one time less.
   *
   * <p>Always call it in a {@code finally}, whatever is known of a loss: it is what frees the old
   * lock.
   *
   * @throws LeaseLostException if the new lock was lost: the work may have overlapped with that of
   *     a process that has the new lock
   * @throws IllegalMonitorStateException if this thread does not hold the new lock, or had been
   *     told of its loss before
   * @throws RuntimeException what the old lock's {@code unlock()} throws, above all {@link
   *     IllegalMonitorStateException} if it was lost: the work may have overlapped with that of a
   *     process that has the old lock. A {@code RedisLockRegistry} throws {@link
   *     ConcurrentModificationException} then. If both fail, it is suppressed in what the new lock
   *     throws
   */
  @Override
  public void unlock() {
    try {
      newLock.unlock();
    } catch (Throwable e) {
      oldLock.freeAfter(e);
      throw e;
    }
    oldLock.free();
  }

  /**
   * The fencing token of the new lock. No round trip. The old lock has none that could be compared
   * with it.
   *
   * @throws LeaseLostException if the new lock was lost; call {@link #unlock()} all the same
   * @throws IllegalMonitorStateException if this thread does not hold the new lock
   */
  public long token() {
    return newLock.token();
  }

  /**
   * The current thread's hold of the new lock, if it is valid: to hear of its loss, say. It tells
   * nothing about the old lock. Close it by {@link #unlock()}, and do so even if it is empty. No
   * round trip.
   */
  public Optional<Hold> currentHold() {
    return newLock.currentHold();
  }

  /**
   * Not supported. A process with one of the two locks could neither wait with a process that has
   * both nor signal it. Exchange what uses conditions while the application stands still.
   *
   * @throws UnsupportedOperationException always
   */
  @Override
  public Condition newCondition() {
    throw new UnsupportedOperationException(
        "Lock '%s' and an older lock: a condition of both could not be signalled by processes that have one of them"
            .formatted(newLock.name()));
  }

  @Override
  public String toString() {
    return "BothLocks[%s, then '%s']".formatted(oldLock, newLock.name());
  }
}
