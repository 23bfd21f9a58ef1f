package io.holdfast.benchmarks.subject;

import java.util.OptionalLong;
import java.util.concurrent.locks.Lock;

/** Any {@code Lock}: it has no tokens. */
record PlainLock(Lock delegate) implements LockHandle {

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
