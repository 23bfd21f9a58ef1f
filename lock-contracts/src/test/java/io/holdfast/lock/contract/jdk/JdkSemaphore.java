package io.holdfast.lock.contract.jdk;

import io.holdfast.lock.DistributedSemaphore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The semaphore of the JDK; what that does not have it refuses. */
final class JdkSemaphore implements DistributedSemaphore {

  private final String name;
  private final Reducible semaphore;

  JdkSemaphore(String name, int permits, boolean fair) {
    this.name = name;
    this.semaphore = new Reducible(permits, fair);
  }

  private static final class Reducible extends Semaphore {

    private static final long serialVersionUID = 1L;

    Reducible(int permits, boolean fair) {
      super(permits, fair);
    }

    void reduce(int reduction) {
      reducePermits(reduction);
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void acquire(int permits) throws InterruptedException {
    semaphore.acquire(permits);
  }

  @Override
  public void acquireUninterruptibly(int permits) {
    semaphore.acquireUninterruptibly(permits);
  }

  @Override
  public boolean tryAcquire(int permits) {
    return semaphore.tryAcquire(permits);
  }

  @Override
  public boolean tryAcquire(int permits, long timeout, TimeUnit unit) throws InterruptedException {
    return semaphore.tryAcquire(permits, timeout, unit);
  }

  @Override
  public boolean tryAcquire(int permits, Duration wait) throws InterruptedException {
    return semaphore.tryAcquire(permits, TimeUnit.NANOSECONDS.convert(wait), TimeUnit.NANOSECONDS);
  }

  @Override
  public CompletableFuture<Void> acquireAsync(int permits) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Boolean> tryAcquireAsync(int permits, Duration wait) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void release(int permits) {
    semaphore.release(permits);
  }

  @Override
  public CompletableFuture<Void> releaseAsync(int permits) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int availablePermits() {
    return semaphore.availablePermits();
  }

  @Override
  public int drainPermits() {
    return semaphore.drainPermits();
  }

  @Override
  public void addPermits(int more) {
    semaphore.release(more);
  }

  @Override
  public void reducePermits(int reduction) {
    semaphore.reduce(reduction);
  }

  @Override
  public void resize(int permits) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isFair() {
    return semaphore.isFair();
  }

  @Override
  public int getQueueLength() {
    return semaphore.getQueueLength();
  }

  @Override
  public boolean delete() {
    throw new UnsupportedOperationException();
  }
}
