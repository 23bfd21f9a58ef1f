package io.holdfast.migrate;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/** All ways to take both, to be tried where they have a rule in common. */
enum Way {
  LOCK {
    @Override
    boolean take(Lock lock) {
      lock.lock();
      return true;
    }
  },
  LOCK_INTERRUPTIBLY {
    @Override
    boolean take(Lock lock) throws InterruptedException {
      lock.lockInterruptibly();
      return true;
    }
  },
  TRY_LOCK {
    @Override
    boolean take(Lock lock) {
      return lock.tryLock();
    }
  },
  TRY_LOCK_FOR_A_TIME {
    @Override
    boolean take(Lock lock) throws InterruptedException {
      return lock.tryLock(1, TimeUnit.MINUTES);
    }
  };

  abstract boolean take(Lock lock) throws InterruptedException;

  String method() {
    return switch (this) {
      case LOCK -> "lock";
      case LOCK_INTERRUPTIBLY -> "lockInterruptibly";
      case TRY_LOCK, TRY_LOCK_FOR_A_TIME -> "tryLock";
    };
  }
}
