package io.holdfast.lock.testkit.contract;

import io.holdfast.lock.testkit.concurrent.TestThreads;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures for how long a thread that wants to run every few milliseconds was not let: the time in
 * which this machine, or this JVM, stood still, and no client could have done anything.
 */
final class Stillness implements AutoCloseable {

  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** What is less is not worth to be told from the rest. */
  private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private volatile boolean isOver;
  private volatile long totalNanos; // written by its thread

  private Stillness() {}

  /** Begins to measure. */
  static Stillness watch(TestThreads threads) {
    Stillness stillness = new Stillness();
    var unused = threads.start("stillness", stillness::measure);
    return stillness;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
  private void measure() {
    long last = System.nanoTime();
    while (!isOver) {
      LockSupport.parkNanos(TICK_NANOS);
      long now = System.nanoTime();
      long late = now - last - TICK_NANOS;
      if (late > LEAST_NANOS) {
        totalNanos += late;
      }
      last = now;
    }
  }

  /** For how long it has stood still so far. */
  Duration total() {
    return Duration.ofNanos(totalNanos);
  }

  /** Ends measuring. */
  @Override
  public void close() {
    isOver = true;
  }
}
