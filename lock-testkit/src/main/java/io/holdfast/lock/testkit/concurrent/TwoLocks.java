package io.holdfast.lock.testkit.concurrent;

import io.holdfast.lock.ClientClosedException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Lock;

/** Threads of a test that want two locks each. In opposite orders they are in a deadlock. */
public final class TwoLocks {

  private TwoLocks() {}

  /**
   * Starts a thread that takes the first lock, counts down, and once the count is zero waits for
   * the second. It releases neither: the client of the locks has to be closed, which is no failure
   * of the thread.
   *
   * @param all one for each of the threads
   */
  @SuppressWarnings("LockNotBeforeTry") // as said above
  public static Thread take(
      TestThreads threads, String name, Lock first, Lock second, CountDownLatch all) {
    return threads.start(
        name,
        () -> {
          first.lock();
          all.countDown();
          all.await();
          try {
            second.lock();
          } catch (ClientClosedException e) {
            // the test is over; another client may be closed before this one
          }
        });
  }
}
