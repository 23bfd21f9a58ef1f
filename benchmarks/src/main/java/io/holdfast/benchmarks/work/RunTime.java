package io.holdfast.benchmarks.work;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** The time in which the threads of one JVM work. Begun and ended by one, looked at by all. */
final class RunTime {

  private final Duration planned;
  private final CountDownLatch go = new CountDownLatch(1);
  private long from; // written before go
  private volatile boolean isOver;

  RunTime(Duration planned) {
    this.planned = planned;
  }

  /** Lets the threads begin. */
  void begin() {
    from = System.nanoTime();
    go.countDown();
  }

  /** Until then; by a thread that works. */
  void awaitBegin() throws InterruptedException {
    go.await();
  }

  /** Lets them end. */
  void end() {
    isOver = true;
  }

  boolean isOver() {
    return isOver;
  }

  /** When it began, by {@code System.nanoTime}. */
  long from() {
    return from;
  }

  /** How long it should last. */
  long plannedNanos() {
    return planned.toNanos();
  }
}
