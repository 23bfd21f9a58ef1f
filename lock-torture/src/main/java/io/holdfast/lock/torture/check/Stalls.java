package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.check.Evidence.LockEvidence;
import io.holdfast.lock.torture.history.Effect;
import io.holdfast.lock.torture.history.Event;
import io.holdfast.lock.torture.history.Operation;
import io.holdfast.lock.torture.history.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Sweeps the history of one lock for times in which it was free and wanted. */
final class Stalls {

  private final List<Stall> stalls = new ArrayList<>();
  private final Set<Operation> waiting = new LinkedHashSet<>();
  private int taken;
  private long sinceNanos;

  private Stalls() {}

  /**
   * Somebody waits, nobody holds.
   *
   * @param waiter the longest waiter
   * @param waiters how many wait when it ends
   */
  record Stall(long fromNanos, long untilNanos, Operation waiter, int waiters) {}

  /** The lock gets, or loses, a possible holder or a waiter. */
  private record Step(long nanos, int taken, Optional<Operation> comes, Optional<Operation> goes) {}

  /** All of one lock; what may have been held without our knowing counts as held. */
  static List<Stall> of(LockEvidence lock, Bounds bounds) {
    List<Step> steps = new ArrayList<>();
    for (Turn turn : lock.turns()) {
      held(turn.beginNanos(), endNanos(turn, bounds), steps);
    }
    for (Operation operation : lock.history().operations()) {
      take(operation, lock, bounds.lease(), steps);
    }
    steps.sort(Comparator.comparingLong(Step::nanos));
    Stalls sweep = new Stalls();
    steps.forEach(sweep::step);
    return sweep.stalls;
  }

  private static void take(
      Operation operation, LockEvidence lock, Duration lease, List<Step> steps) {
    Effect effect = operation.kind().effect();
    if (effect != Effect.ACQUIRES && effect != Effect.AWAITS) {
      return;
    }
    long end = operation.completedNanos().orElse(lock.history().lastSeenNanos(operation.pid()));
    if (operation.outcome() == Phase.INFO) {
      // It may have got the lock at any time; a process that is dead, while it died.
      long from = operation.completion().isPresent() ? operation.invokedNanos() : end;
      held(from, end + lease.toNanos(), steps);
    }
    boolean isAsking = effect == Effect.ACQUIRES && operation.kind().waits();
    if (isAsking && operation.facts().waitNanos().orElse(1) > 0) {
      steps.add(new Step(operation.invokedNanos(), 0, Optional.of(operation), Optional.empty()));
      steps.add(new Step(end, 0, Optional.empty(), Optional.of(operation)));
    }
  }

  private static void held(long from, long until, List<Step> steps) {
    steps.add(new Step(from, 1, Optional.empty(), Optional.empty()));
    steps.add(new Step(until, -1, Optional.empty(), Optional.empty()));
  }

  /** When the lock was free for certain. A wait for a condition has released it long before. */
  private static long endNanos(Turn turn, Bounds bounds) {
    if (!turn.isReleased()) {
      return turn.actualEndNanos() + bounds.lease().toNanos();
    }
    long acknowledged = turn.acknowledged().map(Event::nanos).orElseThrow();
    boolean isAwaiting = turn.end().filter(end -> end.kind().effect() == Effect.AWAITS).isPresent();
    return isAwaiting
        ? Math.min(acknowledged, turn.actualEndNanos() + bounds.answer().toNanos())
        : acknowledged;
  }

  private void step(Step step) {
    boolean wasStalled = isStalled();
    Operation longest = wasStalled ? waiting.iterator().next() : null;
    int waiters = waiting.size();
    taken += step.taken;
    step.comes.ifPresent(waiting::add);
    step.goes.ifPresent(waiting::remove);
    if (!wasStalled && isStalled()) {
      sinceNanos = step.nanos;
    } else if (longest != null && !isStalled()) {
      stalls.add(new Stall(sinceNanos, step.nanos, longest, waiters));
    }
  }

  private boolean isStalled() {
    return taken == 0 && !waiting.isEmpty();
  }
}
