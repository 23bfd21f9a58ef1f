package io.holdfast.lock.core;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Time in which this process ran: for bounds that are promised of a machine that does not stand
 * still. A thread that does nothing but sleep sees by how much it oversleeps.
 */
final class RunningTime {

  private static final long BEAT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long USUAL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final long startNanos = System.nanoTime();
  private final Thread sleeper = new Thread(this::sleep, "running-time");
  private volatile boolean isOver;
  private volatile long lostNanos; // written by the sleeper

  private RunningTime() {}

  static RunningTime start() {
    RunningTime time = new RunningTime();
    time.sleeper.setDaemon(true);
    time.sleeper.start();
    return time;
  }

  private void sleep() {
    long lost = 0;
    long last = System.nanoTime();
    while (!isOver) {
      LockSupport.parkNanos(BEAT_NANOS);
      long now = System.nanoTime();
      lost += now - last > USUAL_NANOS ? now - last - BEAT_NANOS : 0;
      lostNanos = lost;
      last = now;
    }
  }

  /** Since the start, without what was lost. To be asked once. */
  Duration end() throws InterruptedException {
    long nanos = System.nanoTime() - startNanos;
    isOver = true;
    sleeper.join();
    return Duration.ofNanos(Math.max(0, nanos - lostNanos));
  }
}
