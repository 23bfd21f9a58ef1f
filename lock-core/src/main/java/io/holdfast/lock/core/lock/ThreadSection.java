package io.holdfast.lock.core.lock;

import io.holdfast.lock.CriticalSection;
import io.holdfast.lock.DistributedLock;

/** Work under a lock that the current thread has: run, unlock, and tell what came of both. */
final class ThreadSection {

  private ThreadSection() {}

  static <T, X extends Exception> T run(DistributedLock lock, CriticalSection<T, X> section)
      throws X {
    T result;
    try {
      result = section.run();
    } catch (Throwable e) {
      unlockAfter(lock, e);
      throw e;
    }
    lock.unlock();
    return result;
  }

  private static void unlockAfter(DistributedLock lock, Throwable thrown) {
    try {
      lock.unlock();
    } catch (RuntimeException | Error e) { // the loss; or the work has told of that by itself
      if (e != thrown) {
        thrown.addSuppressed(e);
      }
    }
  }
}
