package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.check.Call.Action;
import io.holdfast.lock.torture.check.Evidence.LockEvidence;
import io.holdfast.lock.torture.history.Effect;
import io.holdfast.lock.torture.history.Event;
import io.holdfast.lock.torture.history.Operation;
import io.holdfast.lock.torture.history.Phase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Turns the operations of one lock into calls.
 *
 * <p>An acquisition of unknown outcome is left out: nobody owns what it may have got, and it may
 * vanish at any time, so all it can explain is why others were refused, and that is what {@link
 * Call#isContended} says. A release of unknown outcome may or may not have happened.
 */
final class Calls {

  private static final Set<String> REFUSALS = Set.of("false", "LockTimeoutException");

  private final Evidence evidence;
  private final Contention contention;
  private final Map<Long, Long> expiries = new HashMap<>(); // by the record a turn begins with
  private final Map<Long, Long> successions = new HashMap<>(); // by the record a turn ends with

  private Calls(LockEvidence lock, Evidence evidence) {
    this.evidence = evidence;
    this.contention = new Contention(lock, evidence);
    for (Turn turn : lock.turns()) {
      expiries.put(turn.begin().operation(), expiryNanos(turn));
    }
    findSuccessions(lock.turns().stream().filter(turn -> turn.token().isPresent()).toList());
  }

  /** By token, from the last: when somebody first knew of a later turn. */
  private void findSuccessions(List<Turn> turns) {
    long known = Long.MAX_VALUE;
    for (Turn turn :
        turns.stream().sorted(Comparator.comparing(turn -> -turn.token().orElseThrow())).toList()) {
      if (turn.end().isPresent()) {
        successions.put(turn.end().get().operation(), known);
      }
      known = Math.min(known, turn.beginNanos());
    }
  }

  static List<Call> of(LockEvidence lock, Evidence evidence) {
    Calls calls = new Calls(lock, evidence);
    List<Call> all = new ArrayList<>();
    lock.history().calls().forEach(operation -> calls.add(operation, all));
    return all;
  }

  /** From when on the server may have ended the turn by itself. */
  private long expiryNanos(Turn turn) {
    if (isTakenAway(turn)) {
      return turn.beginNanos();
    }
    long own = ownExpiryNanos(turn);
    return Math.min(own, evidence.excuses().forgettingNanos(turn).orElse(own));
  }

  /** As far as its lease, and what its owner was told, say. */
  private long ownExpiryNanos(Turn turn) {
    long invoked = turn.acquisition().invokedNanos();
    long deadline = turn.deadlineNanos().orElse(invoked + evidence.bounds().lease().toNanos());
    if (deadline <= turn.beginNanos()) {
      return invoked; // over before its owner could look, so nobody knows since when
    }
    return Math.min(deadline, turn.lossNanos().orElse(deadline));
  }

  /** By faults that only some of the servers have: too few are left that know of it. */
  private boolean isTakenAway(Turn turn) {
    long from = turn.acquisition().invokedNanos();
    return turn.acknowledged()
        .filter(end -> end.facts().error().filter("LeaseLostException"::equals).isPresent())
        .filter(end -> evidence.bearableFaults().touch(from, end.nanos()))
        .isPresent();
  }

  private void add(Operation operation, List<Call> calls) {
    boolean isOk = operation.isOk();
    boolean isUnknown = isUnknown(operation);
    switch (operation.kind().effect()) {
      case ACQUIRES -> {
        if (isOk || isRefusal(operation)) {
          calls.add(call(operation, Action.ACQUIRE, isOk));
        }
      }
      case RE_ENTERS -> {
        if (!isUnknown) {
          calls.add(call(operation, Action.RE_ENTER, isOk));
        }
      }
      case RELEASES -> calls.add(call(operation, Action.RELEASE, isOk || isUnknown));
      case AWAITS -> {
        if (!wasNeverGivenUp(operation.last())) {
          calls.add(call(operation, Action.RELEASE_ALL, isOk || isUnknown));
        }
        if (isOk) {
          calls.add(call(operation, Action.RE_ACQUIRE, true));
        }
      }
      case FORCES -> calls.add(call(operation, Action.FORCE, isOk || isUnknown));
      case NOTHING -> {}
    }
  }

  /**
   * Whether it may or may not have had its effect. So it is with a wait for a condition that ended
   * with the news of a loss: it gave the lock away, and its place was lost, or it came too late.
   */
  private static boolean isUnknown(Operation operation) {
    return operation.outcome() == Phase.INFO
        || (operation.kind().effect() == Effect.AWAITS
            && operation.facts().error().filter("LeaseLostException"::equals).isPresent());
  }

  /** Whether a wait for a condition ended before it began. */
  static boolean wasNeverGivenUp(Event end) {
    return end.kind().effect() == Effect.AWAITS
        && end.phase() == Phase.FAIL
        && end.facts().error().filter("InterruptedException"::equals).isPresent();
  }

  /**
   * Said to be another's. A caller that was interrupted, or gave up, was told nothing of the lock.
   */
  private static boolean isRefusal(Operation operation) {
    return operation.outcome() == Phase.FAIL
        && operation.facts().error().map(REFUSALS::contains).orElse(true);
  }

  private Call call(Operation operation, Action action, boolean succeeded) {
    boolean isUnknown = isUnknown(operation);
    long id = operation.invocation().operation();
    boolean isRelease = action == Action.RELEASE_ALL;
    long returned =
        operation.completedNanos().isPresent() && !isUnknown
            ? operation.completedNanos().getAsLong()
            : Long.MAX_VALUE;
    if (isRelease && operation.isOk()) { // before others knew that it was their turn
      returned = Math.min(returned, successions.getOrDefault(id, returned));
    }
    return new Call(
        action,
        operation.facts().hold().orElse(id),
        succeeded,
        isRelease ? OptionalLong.empty() : operation.facts().token(),
        isRelease ? OptionalInt.empty() : operation.facts().holdCount(),
        operation.facts().permits().orElse(1),
        isUnknown,
        operation.kind().effect() == Effect.ACQUIRES
            && !succeeded
            && contention.isContended(operation),
        operation.invokedNanos(),
        returned,
        expiries.getOrDefault(id, Long.MAX_VALUE),
        operation.last());
  }
}
