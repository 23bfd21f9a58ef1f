package io.holdfast.lock.core.race;

import io.holdfast.lock.core.time.MonotonicClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Time that stands still until somebody moves it. */
public final class VirtualClock implements MonotonicClock {

  private final AtomicLong nanos = new AtomicLong();

  @Override
  public long nanoTime() {
    return nanos.get();
  }

  /** Moves it. */
  public void advance(Duration by) {
    nanos.addAndGet(by.toNanos());
  }
}
