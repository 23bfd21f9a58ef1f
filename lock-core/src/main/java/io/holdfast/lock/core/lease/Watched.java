package io.holdfast.lock.core.lease;

/** Something that wants attention at a certain time. */
public interface Watched {

  /** When, by the client's monotonic clock. May change at any time; read often. */
  long dueNanos();

  /** It is due. Runs on the watchdog's thread; must not block. */
  void onDue(long now);
}
