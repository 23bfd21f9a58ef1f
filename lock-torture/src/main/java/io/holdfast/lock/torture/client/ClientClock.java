package io.holdfast.lock.torture.client;

/** The time of a client under test. Any thread may ask it, and park by it. */
public interface ClientClock {

  /** What the client takes for {@link System#nanoTime()}. */
  long nanoTime();

  /**
   * Parks the current thread until this moment of {@link #nanoTime()}, until it is unparked, or
   * until it is interrupted; it may return for no reason.
   */
  void parkUntil(Object blocker, long untilNanos);
}
