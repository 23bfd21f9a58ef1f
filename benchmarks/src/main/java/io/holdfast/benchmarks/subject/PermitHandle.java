package io.holdfast.benchmarks.subject;

import java.util.OptionalLong;

/** One semaphore, or pool of permits, of one client. For use by the threads of one JVM. */
public interface PermitHandle {

  /** Waits for one permit. */
  HeldPermit acquire() throws InterruptedException;

  /** A lock, seen as one permit; whoever acquires it releases it. */
  static PermitHandle of(LockHandle lock) {
    HeldPermit held =
        new HeldPermit() {
          @Override
          public OptionalLong token() {
            return lock.token();
          }

          @Override
          public void release() {
            lock.unlock();
          }
        };
    return () -> {
      lock.lock();
      return held;
    };
  }
}
