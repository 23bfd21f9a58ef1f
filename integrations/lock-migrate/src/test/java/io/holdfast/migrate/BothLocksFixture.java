package io.holdfast.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.testkit.local.LocalLocks;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;

/** Both locks of one name without a server, and another process with the new one. */
abstract class BothLocksFixture {

  final LocalLocks locks = LocalLocks.create();
  final LocalLocks elsewhere = locks.client("another process");
  final DistributedLock newLock = locks.get("orders");
  final ReentrantLock oldLock = new ReentrantLock();
  final Journal journal = new Journal();
  final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - 5); // it may overflow
  final BothLocks both =
      new BothLocks(
          journal.watch(Lock.class, oldLock, "old"),
          journal.watch(DistributedLock.class, newLock, "new"),
          nanoTime::get);

  @AfterEach
  void close() {
    boolean unused = Thread.interrupted();
    elsewhere.close();
    locks.close();
  }

  final void assertNothingHeld() {
    assertThat(oldLock.isLocked()).as("old lock").isFalse();
    assertThat(newLock.isLocked()).as("new lock").isFalse();
  }

  final Callable<Void> loseOldLock() {
    return () -> {
      oldLock.unlock();
      return null;
    };
  }
}
