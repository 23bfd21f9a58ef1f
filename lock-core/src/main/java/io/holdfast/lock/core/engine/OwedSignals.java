package io.holdfast.lock.core.engine;

import java.util.OptionalInt;

/** Signals of an owner that may not have arrived. Written under the monitor, read also without. */
final class OwedSignals {

  private volatile int unacknowledged;
  private volatile OptionalInt lastGeneration = OptionalInt.empty(); // of the connection

  void sent(int generation) {
    unacknowledged = unacknowledged + 1;
    lastGeneration = OptionalInt.of(generation);
  }

  void acknowledged() {
    unacknowledged = unacknowledged - 1;
  }

  /** What the server acknowledged over an earlier connection may be lost in a failover. */
  boolean mayBeOwed(int generation) {
    OptionalInt last = lastGeneration;
    return unacknowledged > 0 || (last.isPresent() && last.getAsInt() != generation);
  }
}
