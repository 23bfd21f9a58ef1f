package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A lock, as what is taken and given back. The rival has another one that excludes it. */
@SuppressWarnings("LockNotBeforeTry") // take and give are two calls
abstract class LockResource implements Resource {

  /** The lock of the client whose promises are tested. */
  abstract DistributedLock mine();

  /** The lock of the rival. */
  abstract DistributedLock rivals();

  /** Waits until nobody holds the lock or wants it. */
  abstract void awaitFree();

  @Override
  public void take() {
    mine().lock();
  }

  @Override
  public void takeInterruptibly() throws InterruptedException {
    mine().lockInterruptibly();
  }

  @Override
  public boolean tryTake() {
    return mine().tryLock();
  }

  @Override
  public boolean tryTake(Duration time) throws InterruptedException {
    return mine().tryLock(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void give() {
    mine().unlock();
  }

  @Override
  public void takeByRival() {
    rivals().lock();
  }

  @Override
  public boolean tryTakeByRival() {
    return rivals().tryLock();
  }

  @Override
  public void giveByRival() {
    rivals().unlock();
  }

  @Override
  public int held() {
    return mine().getHoldCount();
  }

  @Override
  public void nothingLost() {
    awaitFree();
    // A request whose time is over may have been under way: it takes, and is withdrawn.
    eventually().isTrue("the rival gets it", this::tryTakeByRival);
    giveByRival();
  }

  @Override
  public List<TestThreads.Body> calls() {
    return List.of(mine()::lock, mine()::tryLock, mine()::lockInterruptibly);
  }
}
