package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.check.Evidence.LockEvidence;
import io.holdfast.lock.torture.history.Effect;
import io.holdfast.lock.torture.history.Operation;
import io.holdfast.lock.torture.history.Phase;
import java.util.ArrayList;
import java.util.List;

/**
 * Who asked for a lock at about the same time as others. What an operation has begun at the server
 * may go on there after its return: for as long as an answer takes, and where the outcome is
 * unknown, as long as a lease.
 */
final class Contention {

  private final Evidence evidence;
  private final List<Operation> acquisitions;
  private final List<Long> latestEnds = new ArrayList<>(); // of the acquisitions up to here
  private final List<Long> secondLatestEnds = new ArrayList<>();

  Contention(LockEvidence lock, Evidence evidence) {
    this.evidence = evidence;
    this.acquisitions =
        lock.history().operations().stream()
            .filter(operation -> asks(operation.kind().effect()))
            .toList();
    long latest = Long.MIN_VALUE;
    long second = Long.MIN_VALUE;
    for (Operation operation : acquisitions) {
      long end = endNanos(operation);
      second = Math.max(second, Math.min(latest, end));
      latest = Math.max(latest, end);
      latestEnds.add(latest);
      secondLatestEnds.add(second);
    }
  }

  /** A wait for a condition ends by asking for the lock. */
  private static boolean asks(Effect effect) {
    return effect == Effect.ACQUIRES || effect == Effect.AWAITS;
  }

  private long endNanos(Operation operation) {
    long returned =
        operation.completedNanos().orElse(evidence.history().lastSeenNanos(operation.pid()));
    Bounds bounds = evidence.bounds();
    return returned
        + (operation.outcome() == Phase.INFO ? bounds.lease() : bounds.answer()).toNanos();
  }

  /** Whether another asked, or something was broken, while this went on. */
  boolean isContended(Operation operation) {
    long until = operation.last().nanos();
    int before = countInvokedBy(until); // at least one: itself
    if (before == 0) {
      return true;
    }
    boolean isLatest = endNanos(operation) == latestEnds.get(before - 1);
    long othersEnd = (isLatest ? secondLatestEnds : latestEnds).get(before - 1);
    return othersEnd >= operation.invokedNanos()
        || evidence
            .faults()
            .touch(operation.invokedNanos() - evidence.bounds().lease().toNanos(), until);
  }

  private int countInvokedBy(long nanos) {
    int low = 0;
    int high = acquisitions.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (acquisitions.get(middle).invokedNanos() <= nanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
