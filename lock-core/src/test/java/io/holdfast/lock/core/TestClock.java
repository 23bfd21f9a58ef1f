package io.holdfast.lock.core;

import io.holdfast.lock.core.time.MonotonicClock;
import io.holdfast.lock.torture.client.ClientClock;

/** The time of a test, as a client's clock. */
record TestClock(ClientClock time) implements MonotonicClock {

  @Override
  public long nanoTime() {
    return time.nanoTime();
  }

  @Override
  public void parkUntil(Object blocker, long untilNanos) {
    time.parkUntil(blocker, untilNanos);
  }
}
