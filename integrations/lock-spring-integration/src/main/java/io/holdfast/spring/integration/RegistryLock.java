package io.holdfast.spring.integration;

import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockServerException;
import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.integration.support.locks.DistributedLock;

/**
 * A lock of Holdfast with the interface and the exceptions of Spring Integration. {@link
 * HoldfastLockRegistry} has the contract.
 */
final class RegistryLock implements DistributedLock {

  private final io.holdfast.lock.DistributedLock lock;

  RegistryLock(io.holdfast.lock.DistributedLock lock) {
    this.lock = lock;
  }

  /** A way to ask for the lock. */
  private interface Attempt<X extends Exception> {
    boolean run() throws X;
  }

  /** Whether the lock was acquired; what kept it from being asked for is translated. */
  private static <X extends Exception> boolean acquire(Attempt<X> attempt) throws X {
    try {
      return attempt.run();
    } catch (LockServerException | ClientClosedException | LeaseLostException e) {
      throw new CannotAcquireLockException(e.getMessage(), e);
    }
  }

  @Override
  public void lock() {
    var unused =
        acquire(
            () -> {
              lock.lock();
              return true;
            });
  }

  @Override
  public void lock(Duration ttl) {
    var unused =
        acquire(
            () -> {
              lock.lock(ttl);
              return true;
            });
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    boolean unused =
        RegistryLock.<InterruptedException>acquire(
            () -> {
              lock.lockInterruptibly();
              return true;
            });
  }

  @Override
  public boolean tryLock() {
    return acquire(lock::tryLock);
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    return RegistryLock.<InterruptedException>acquire(() -> lock.tryLock(time, unit));
  }

  @Override
  public boolean tryLock(Duration waitTime, Duration ttl) throws InterruptedException {
    return RegistryLock.<InterruptedException>acquire(() -> lock.tryLock(waitTime, ttl));
  }

  @Override
  public void unlock() {
    try {
      lock.unlock();
    } catch (LeaseLostException e) {
      throw new ConcurrentModificationException(e.getMessage(), e);
    } catch (IllegalMonitorStateException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  @Override
  public Condition newCondition() {
    return lock.newCondition();
  }

  @Override
  public String toString() {
    return "RegistryLock[%s]".formatted(lock.name());
  }
}
