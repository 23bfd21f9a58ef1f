package io.holdfast.lock.cli.demo;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The times of hand-overs, sorted.
 *
 * @param nanos from release to acquisition
 */
record HandOvers(List<Long> nanos) {

  private static final double ALMOST_ALL = 0.99;

  /** Of these turns, which are in the order of time, each after the one before it. */
  static HandOvers of(List<Turn> turns) {
    List<Long> nanos = new ArrayList<>();
    for (int i = 1; i < turns.size(); i++) {
      turns.get(i).handOverNanos(turns.get(i - 1)).ifPresent(nanos::add);
    }
    Collections.sort(nanos);
    return new HandOvers(nanos);
  }

  long median() {
    return quantile(0.5);
  }

  long p99() {
    return quantile(ALMOST_ALL);
  }

  private long quantile(double part) {
    return nanos.isEmpty()
        ? 0
        : nanos.get((int) Math.min(nanos.size() - 1L, Math.round(part * (nanos.size() - 1))));
  }
}
