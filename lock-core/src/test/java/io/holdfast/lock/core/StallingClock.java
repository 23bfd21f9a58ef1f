package io.holdfast.lock.core;

import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The clock of a client whose thread stands still for a while at one place of the engine: between
 * two lines, after it has read the time.
 */
public final class StallingClock implements MonotonicClock {

  /** Where it stands still, once, and what happens meanwhile. */
  private record Stall(String inClass, String inMethod, Duration length, Runnable meanwhile) {}

  private final AtomicLong aheadNanos = new AtomicLong();
  private final AtomicReference<Stall> planned = new AtomicReference<>();

  @Override
  public long nanoTime() {
    long now = System.nanoTime() + aheadNanos.get();
    Stall stall = planned.get();
    if (stall != null && isInside(stall) && planned.compareAndSet(stall, null)) {
      aheadNanos.addAndGet(stall.length().toNanos());
      stall.meanwhile().run();
    }
    return now;
  }

  private static boolean isInside(Stall stall) {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames.anyMatch(
                    frame ->
                        frame.getMethodName().equals(stall.inMethod())
                            && simpleName(frame.getClassName()).equals(stall.inClass())));
  }

  private static String simpleName(String className) {
    return className.substring(className.lastIndexOf('.') + 1);
  }

  /**
   * The next thread that reads the time inside this method reads it, then stands still for as long
   * as this, and the action happens while it does.
   */
  public void stallIn(String className, String method, Duration length, Runnable meanwhile) {
    planned.set(new Stall(className, method, length, meanwhile));
  }

  /** So much time passes at once. */
  public void pass(Duration time) {
    aheadNanos.addAndGet(time.toNanos());
  }

  /** Whether the stall that was planned last has happened. */
  public boolean hasStalled() {
    return planned.get() == null;
  }

  /** Whether the thread waits for a monitor of the engine, and so has come as far as it can. */
  public static boolean isAtMonitor(Thread thread) {
    return Set.of(Thread.State.WAITING, Thread.State.BLOCKED).contains(thread.getState())
        && Arrays.stream(thread.getStackTrace())
            .anyMatch(frame -> simpleName(frame.getClassName()).equals("Monitor"));
  }
}
