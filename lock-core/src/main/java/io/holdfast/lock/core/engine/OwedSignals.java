package io.holdfast.lock.core.engine;

import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;

/** Signals of an owner that may not have arrived. Written under the monitor, read also without. */
final class OwedSignals {

  private final AtomicInteger unacknowledged = new AtomicInteger();
  private volatile OptionalInt lastGeneration = OptionalInt.empty(); // of the connection

  void sent(int generation) {
    unacknowledged.incrementAndGet();
    lastGeneration = OptionalInt.of(generation);
  }

  void acknowledged() {
    unacknowledged.decrementAndGet();
  }

  /** What the server acknowledged over an earlier connection may be lost in a failover. */
  boolean mayBeOwed(int generation) {
    OptionalInt last = lastGeneration;
    return unacknowledged.get() > 0 || (last.isPresent() && last.getAsInt() != generation);
  }
}
