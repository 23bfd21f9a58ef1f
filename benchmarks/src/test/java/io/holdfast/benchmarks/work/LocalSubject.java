package io.holdfast.benchmarks.work;

import io.holdfast.benchmarks.subject.HeldPermit;
import io.holdfast.benchmarks.subject.LockHandle;
import io.holdfast.benchmarks.subject.LockSubject;
import io.holdfast.benchmarks.subject.PermitHandle;
import io.holdfast.benchmarks.subject.ReadWriteHandle;
import java.util.OptionalLong;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Lock;

/** Locks of this JVM: one exclusive lock, one pair, and one semaphore, whatever the name. */
record LocalSubject(Lock exclusive, Lock read, Lock write, Semaphore permits)
    implements LockSubject {

  @Override
  public LockHandle lock(String name) {
    return new Handle(exclusive);
  }

  @Override
  public LockHandle fairLock(String name) {
    return new Handle(exclusive);
  }

  @Override
  public ReadWriteHandle readWriteLock(String name) {
    return new ReadWriteHandle(new Handle(read), new Handle(write));
  }

  @Override
  public PermitHandle semaphore(String name, int number) {
    return () -> {
      permits.acquire();
      return new LocalPermit(permits);
    };
  }

  @Override
  public PermitHandle fairSemaphore(String name, int number) {
    return semaphore(name, number);
  }

  @Override
  public PermitHandle permitPool(String name, int number) {
    return semaphore(name, number);
  }

  @Override
  public void close() {}

  private record LocalPermit(Semaphore of) implements HeldPermit {

    @Override
    public OptionalLong token() {
      return OptionalLong.empty();
    }

    @Override
    public void release() {
      of.release();
    }
  }

  private record Handle(Lock delegate) implements LockHandle {

    @Override
    public void lock() {
      delegate.lock();
    }

    @Override
    public void unlock() {
      delegate.unlock();
    }

    @Override
    public OptionalLong token() {
      return OptionalLong.empty();
    }
  }
}
