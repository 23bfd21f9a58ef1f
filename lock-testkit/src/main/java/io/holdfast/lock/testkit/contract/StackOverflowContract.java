package io.holdfast.lock.testkit.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A thread runs out of stack in the midst of a call. The call throws, and nothing else is the worse
 * for it: the name can be used, by this client and by others.
 */
public abstract class StackOverflowContract extends ContractSuite {

  /** Each thread meets the end of its stack at another place. */
  private static final int THREADS = 24;

  private static final long STACK_BYTES = 512 * 1024;

  @Test
  @DisplayName("failure 88: the stack overflows in tryLock() or unlock() of a free lock")
  void tryLock_theStackOverflowsAnywhere_leavesTheNameUsable() throws Exception {
    takeATurn(); // or the first overflow would be in the midst of loading a class
    for (int i = 0; i < THREADS; i++) {
      int padding = i;
      inSmallStack(() -> comeThrough(lock, padding));
      assertThat(lock.tryLock(LIMIT.toSeconds(), TimeUnit.SECONDS))
          .as("by this client, after %s", i)
          .isTrue();
      lock.unlock();
      assertThat(others.tryLock(LIMIT.toSeconds(), TimeUnit.SECONDS))
          .as("by another client, after %s", i)
          .isTrue();
      others.unlock();
    }
  }

  @Test
  @DisplayName("failure 88: the stack overflows in lock() while others of the client take turns")
  void lock_theStackOverflowsAmongOthers_keepsNobodyWaiting() throws Exception {
    AtomicInteger turns = new AtomicInteger();
    AtomicBoolean isOver = new AtomicBoolean();
    try (TestThreads threads = TestThreads.open()) {
      threads.start(
          2,
          "busy",
          () -> {
            while (!isOver.get()) {
              takeATurn();
              turns.incrementAndGet();
            }
          });
      try {
        for (int i = 0; i < THREADS; i++) {
          int padding = i;
          inSmallStack(() -> comeThrough(lock, padding));
          int before = turns.get();
          eventually().isTrue("the others go on, after " + i, () -> turns.get() > before + 1);
        }
      } finally {
        isOver.set(true);
      }
      threads.joinAll();
    }
    assertThat(others.tryLock(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    others.unlock();
  }

  private void takeATurn() {
    lock.lock();
    try {
      // nothing to do
    } finally {
      lock.unlock();
    }
  }

  private static void inSmallStack(Runnable body) throws InterruptedException {
    Thread thread = new Thread(null, body, "small-stack", STACK_BYTES);
    thread.setDaemon(true);
    thread.start();
    thread.join(LIMIT.toMillis());
    assertThat(thread.isAlive()).as("it has come back").isFalse();
  }

  private static void comeThrough(DistributedLock lock, int padding) {
    pad(lock, padding);
    while (lock.isHeldByCurrentThread()) { // what overflowed was unlock()
      lock.unlock();
    }
  }

  /** Its frames have another size than those of the fall, so that the end comes elsewhere. */
  private static boolean pad(DistributedLock lock, int frames) {
    return frames == 0 ? fall(lock, 0, 0, 0, 0) : pad(lock, frames - 1);
  }

  /** Falls until the stack is used up, and tries on the way back, wherever that is, to get in. */
  @SuppressWarnings("InfiniteRecursion") // that is the point
  private static boolean fall(DistributedLock lock, long one, long two, long three, long four) {
    try {
      if (fall(lock, two, three, four, one + 1)) {
        return true;
      }
    } catch (StackOverflowError e) {
      // here it ends
    }
    try {
      if (lock.tryLock()) {
        lock.unlock();
      }
      return true;
    } catch (StackOverflowError e) {
      return false;
    }
  }
}
