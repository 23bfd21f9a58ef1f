package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.history.Operation;
import java.util.List;
import java.util.Set;

/** When something was broken on purpose. */
final class FaultWindows {

  private final List<Operation> faults;

  FaultWindows(List<Operation> faults) {
    this.faults = faults;
  }

  int count() {
    return faults.size();
  }

  /** Those of these names. */
  FaultWindows only(Set<String> names) {
    return new FaultWindows(faults.stream().filter(fault -> names.contains(fault.lock())).toList());
  }

  /** Without those of these names. */
  FaultWindows except(Set<String> names) {
    return new FaultWindows(
        faults.stream().filter(fault -> !names.contains(fault.lock())).toList());
  }

  /** Whether anything was broken at some time between. */
  boolean touch(long fromNanos, long untilNanos) {
    return faults.stream().anyMatch(fault -> touches(fault, fromNanos, untilNanos));
  }

  /** How much of an interval is left after all was whole again; 0 if that never came. */
  long healthyNanos(long fromNanos, long untilNanos) {
    long whole = fromNanos;
    for (Operation fault : faults) {
      if (touches(fault, fromNanos, untilNanos)) {
        whole = Math.max(whole, fault.completedNanos().orElse(untilNanos));
      }
    }
    return Math.max(0, untilNanos - whole);
  }

  private static boolean touches(Operation fault, long fromNanos, long untilNanos) {
    return fault.invokedNanos() <= untilNanos
        && fault.completedNanos().orElse(Long.MAX_VALUE) >= fromNanos;
  }
}
