package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.concurrent.StackEnd;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A thread's stack overflows within a call. The call throws, and has no other effect: this client
 * and others can still use the name.
 */
public abstract class StackOverflowContract extends ContractSuite {

  /** The stack of each thread overflows at another place. */
  private static final int THREADS = 24;

  @Test
  @DisplayName("failure 118: the stack overflows in tryLock() or unlock() of a free lock")
  void tryLock_theStackOverflowsAnywhere_leavesTheNameUsable() throws Exception {
    takeATurn(); // otherwise the first overflow would interrupt the loading of a class
    for (int i = 0; i < THREADS; i++) {
      overflow(i);
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
  @DisplayName("failure 118: the stack overflows in lock() while others of the client take turns")
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
          overflow(i);
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

  private void overflow(int padding) throws InterruptedException {
    assertThat(StackEnd.tryAt(padding, this::tryATurn, this::unlockAll, LIMIT))
        .as("the thread comes back")
        .isTrue();
  }

  private void tryATurn() {
    if (lock.tryLock()) {
      lock.unlock();
    }
  }

  /** The overflow may have been in unlock(). */
  private void unlockAll() {
    while (lock.isHeldByCurrentThread()) {
      lock.unlock();
    }
  }
}
