package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.concurrent.StackEnd;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A thread's stack overflows within a call of a semaphore. The call throws, and takes or releases
 * no permit.
 */
public abstract class SemaphoreStackOverflowContract extends SemaphoreSuite {

  /** The stack of each thread overflows at another place. */
  private static final int THREADS = 24;

  private int taken; // by a thread that has ended when this is read

  @Test
  @DisplayName("failure 118: the stack overflows in tryAcquire() or release()")
  void tryAcquire_theStackOverflowsAnywhere_keepsTheNumberOfPermits() throws Exception {
    takeATurn(); // otherwise the first overflow would interrupt the loading of a class
    for (int i = 0; i < THREADS; i++) {
      assertThat(StackEnd.tryAt(i, this::takeATurn, this::giveBack, LIMIT))
          .as("the thread comes back")
          .isTrue();
      eventually().isTrue("all permits are there", () -> watcher.availablePermits() == PERMITS);
      takeATurn();
      assertThat(others.tryAcquire(PERMITS)).as("by another client, after %s", i).isTrue();
      others.release(PERMITS);
    }
  }

  private void takeATurn() {
    if (semaphore.tryAcquire()) {
      taken++;
      semaphore.release();
      taken--;
    }
  }

  /** The overflow may have been in release(). */
  private void giveBack() {
    while (taken > 0) {
      semaphore.release();
      taken--;
    }
  }
}
