package io.holdfast.benchmarks.subject;

/** A client that has plain locks, and nothing else. */
interface PlainLocksOnly extends LockSubject {

  @Override
  default LockHandle fairLock(String name) {
    throw onlyPlain(name);
  }

  @Override
  default ReadWriteHandle readWriteLock(String name) {
    throw onlyPlain(name);
  }

  @Override
  default PermitHandle semaphore(String name, int permits) {
    throw onlyPlain(name);
  }

  @Override
  default PermitHandle fairSemaphore(String name, int permits) {
    throw onlyPlain(name);
  }

  @Override
  default PermitHandle permitPool(String name, int permits) {
    throw onlyPlain(name);
  }

  private static UnsupportedOperationException onlyPlain(String name) {
    return new UnsupportedOperationException(name + ": this subject has plain locks only");
  }
}
