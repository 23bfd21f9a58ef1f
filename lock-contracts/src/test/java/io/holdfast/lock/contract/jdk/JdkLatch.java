package io.holdfast.lock.contract.jdk;

import io.holdfast.lock.DistributedCountDownLatch;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The latch of the JDK; what that does not have it refuses. */
record JdkLatch(String name, CountDownLatch latch) implements DistributedCountDownLatch {

  @Override
  public void await() throws InterruptedException {
    latch.await();
  }

  @Override
  public boolean await(long timeout, TimeUnit unit) throws InterruptedException {
    return latch.await(timeout, unit);
  }

  @Override
  public boolean await(Duration wait) throws InterruptedException {
    return latch.await(TimeUnit.NANOSECONDS.convert(wait), TimeUnit.NANOSECONDS);
  }

  @Override
  public CompletableFuture<Void> awaitAsync() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void countDown() {
    latch.countDown();
  }

  @Override
  public CompletableFuture<Void> countDownAsync() {
    throw new UnsupportedOperationException();
  }

  @Override
  public long getCount() {
    return latch.getCount();
  }

  @Override
  public boolean delete() {
    throw new UnsupportedOperationException();
  }
}
