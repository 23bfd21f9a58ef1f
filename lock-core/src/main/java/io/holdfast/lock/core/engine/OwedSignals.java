package io.holdfast.lock.core.engine;

import java.util.OptionalInt;

/** Signals of an owner that may not have arrived. Guarded by the monitor. */
final class OwedSignals {

  private int unacknowledged;
  private OptionalInt lastGeneration = OptionalInt.empty(); // of the connection

  void sent(int generation) {
    unacknowledged++;
    lastGeneration = OptionalInt.of(generation);
  }

  void acknowledged() {
    unacknowledged--;
  }

  /** What the server acknowledged over an earlier connection may be lost in a failover. */
  boolean mayBeOwed(int generation) {
    return unacknowledged > 0
        || (lastGeneration.isPresent() && lastGeneration.getAsInt() != generation);
  }
}
