package io.holdfast.benchmarks.subject;

import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Locks that a majority of several servers grants; there is nothing else of that kind.
 *
 * @param locks name to lock
 * @param lost how many rounds were lost
 * @param closing ends all of it
 */
record QuorumSubject(Function<String, LockHandle> locks, LongSupplier lost, Runnable closing)
    implements LockSubject {

  @Override
  public LockHandle lock(String name) {
    return locks.apply(name);
  }

  @Override
  public LockHandle fairLock(String name) {
    throw onlyLocks();
  }

  @Override
  public ReadWriteHandle readWriteLock(String name) {
    throw onlyLocks();
  }

  @Override
  public PermitHandle semaphore(String name, int permits) {
    throw onlyLocks();
  }

  @Override
  public PermitHandle fairSemaphore(String name, int permits) {
    throw onlyLocks();
  }

  @Override
  public PermitHandle permitPool(String name, int permits) {
    throw onlyLocks();
  }

  private static UnsupportedOperationException onlyLocks() {
    return new UnsupportedOperationException("a quorum has locks only");
  }

  @Override
  public long lostRounds() {
    return lost.getAsLong();
  }

  @Override
  public void close() {
    closing.run();
  }
}
