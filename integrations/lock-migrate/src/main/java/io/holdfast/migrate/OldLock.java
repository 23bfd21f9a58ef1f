package io.holdfast.migrate;

import java.util.ConcurrentModificationException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/**
 * The lock of the other library, called in the ways that it can bear. By the thread that owns it.
 */
final class OldLock {

  private final Lock lock;

  OldLock(Lock lock) {
    this.lock = Objects.requireNonNull(lock, "oldLock");
  }

  void lock() {
    InterruptHeldBack.run(lock::lock);
  }

  void lockInterruptibly() throws InterruptedException {
    lock.lockInterruptibly();
  }

  boolean tryLock() {
    return InterruptHeldBack.call(lock::tryLock);
  }

  boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    return lock.tryLock(time, unit);
  }

  void free() {
    InterruptHeldBack.run(lock::unlock);
  }

  /** What this throws is suppressed in that failure. */
  void freeAfter(Throwable failure) {
    try {
      free();
    } catch (Throwable e) {
      failure.addSuppressed(e);
    }
  }

  /**
   * That this thread does not hold it is what is wanted. Redisson tells it by the one exception,
   * {@code RedisLockRegistry} by the other.
   */
  void freeIfHeld() {
    try {
      free();
    } catch (IllegalMonitorStateException | ConcurrentModificationException e) {
      return; // lost in the meantime: nothing is left to free
    }
  }

  @Override
  public String toString() {
    return lock.toString();
  }
}
