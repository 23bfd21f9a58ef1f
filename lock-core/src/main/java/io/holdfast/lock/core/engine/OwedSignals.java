package io.holdfast.lock.core.engine;

import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;

/** Signals of an owner that may not have arrived. Written under the monitor, read also without. */
final class OwedSignals {

  private final AtomicInteger unacknowledged = new AtomicInteger();
  private volatile OptionalInt firstGeneration = OptionalInt.empty(); // of the connection

  void sent(int generation) {
    unacknowledged.incrementAndGet();
    if (firstGeneration.isEmpty()) {
      firstGeneration = OptionalInt.of(generation); // a later signal pays for none before it
    }
  }

  void acknowledged() {
    unacknowledged.decrementAndGet();
  }

  /** What the server acknowledged over an earlier connection may be lost in a failover. */
  boolean mayBeOwed(int generation) {
    OptionalInt first = firstGeneration;
    return unacknowledged.get() > 0 || (first.isPresent() && first.getAsInt() != generation);
  }
}
