package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.check.Evidence.LockEvidence;
import io.holdfast.lock.torture.history.Effect;
import io.holdfast.lock.torture.history.Operation;
import io.holdfast.lock.torture.history.OperationKind;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/**
 * C7: no lock is free for longer than a hand-over takes while somebody waits for it; after a holder
 * died or its outcome is unknown, that time begins when its lease is over. And no call lasts longer
 * than it may. What is broken on purpose stops the clock, unless it is bearable; after it a lease
 * may have to go by.
 */
final class LivenessCheck implements Check {

  @Override
  public List<Finding> examine(Evidence evidence) {
    return evidence.locks().stream().flatMap(lock -> examine(evidence, lock).stream()).toList();
  }

  private static List<Finding> examine(Evidence evidence, LockEvidence lock) {
    Findings findings = new Findings(Rule.LIVENESS);
    for (Stalls.Stall stall : Stalls.of(lock, evidence.bounds())) {
      stalled(evidence, stall, findings);
    }
    for (Operation operation : lock.history().calls()) {
      lasting(evidence, operation, findings);
    }
    return findings.toList();
  }

  private static void stalled(Evidence evidence, Stalls.Stall stall, Findings findings) {
    Duration limit =
        allowed(evidence, evidence.bounds().handOver(), stall.fromNanos(), stall.untilNanos());
    long healthy = grave(evidence).healthyNanos(stall.fromNanos(), stall.untilNanos());
    if (healthy > limit.toNanos()) {
      findings.error(
          "Lock '%s' was free for %s from %s while %s waited, more than the %s of a hand-over; the longest waits since %s: %s"
              .formatted(
                  stall.waiter().lock(),
                  Times.length(healthy),
                  evidence.times().at(stall.untilNanos() - healthy),
                  stall.waiters(),
                  Times.length(limit),
                  evidence.times().at(stall.waiter().invokedNanos()),
                  stall.waiter().invocation()),
          stall.waiter().invocation());
    }
  }

  private static void lasting(Evidence evidence, Operation operation, Findings findings) {
    long from = operation.invokedNanos();
    long until =
        operation.completedNanos().orElse(evidence.history().lastSeenNanos(operation.pid()));
    Duration limit = allowed(evidence, limit(evidence.bounds(), operation), from, until);
    long healthy = grave(evidence).healthyNanos(from, until);
    if (healthy > limit.toNanos()) {
      findings.error(
          "Lock '%s': %s lasted %s from %s, more than %s, and %s"
              .formatted(
                  operation.lock(),
                  operation.invocation(),
                  Times.length(healthy),
                  evidence.times().at(until - healthy),
                  Times.length(limit),
                  operation.completion().isPresent()
                      ? "then ended: " + operation.last()
                      : "had not ended when its process was last seen"),
          operation.invocation(),
          operation.last());
    }
  }

  private static FaultWindows grave(Evidence evidence) {
    return evidence.faults().except(evidence.bounds().bearable());
  }

  private static Duration limit(Bounds bounds, Operation operation) {
    OperationKind kind = operation.kind();
    if (!kind.waits()) {
      return bounds.answer();
    }
    OptionalLong waitNanos = operation.facts().waitNanos();
    if (kind.effect() == Effect.AWAITS) { // when that time is over it waits for the lock
      return bounds.longestWait().plusNanos(waitNanos.orElse(0));
    }
    return waitNanos.isPresent()
        ? bounds.answer().plusNanos(waitNanos.getAsLong())
        : bounds.longestWait();
  }

  private static Duration allowed(Evidence evidence, Duration limit, long from, long until) {
    return grave(evidence).touch(from, until) ? limit.plus(evidence.bounds().lease()) : limit;
  }
}
