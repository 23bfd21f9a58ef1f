package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.check.Evidence.LockEvidence;
import io.holdfast.lock.torture.history.Effect;
import io.holdfast.lock.torture.history.Operation;
import io.holdfast.lock.torture.history.OperationKind;
import io.holdfast.lock.torture.history.Phase;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * C9: only documented exceptions; "not the owner" only to threads that are not, "lost" only after
 * the deadline, the news of the loss or a fault. The error {@code false} stands for a call that
 * returned so.
 */
final class ExceptionCheck implements Check {

  private static final String NOT_OWNER = "IllegalMonitorStateException";
  private static final String LOST = "LeaseLostException";

  private static final Set<String> OF_ANY =
      Set.of(LOST, "LockServerException", "ClientClosedException");
  private static final Set<String> OF_ACQUIRING =
      Set.of(
          "false",
          "LockTimeoutException",
          "InterruptedException",
          "CancellationException",
          "TimeoutException");

  @Override
  public List<Finding> examine(Evidence evidence) {
    return evidence.locks().stream().flatMap(lock -> examine(evidence, lock).stream()).toList();
  }

  private static List<Finding> examine(Evidence evidence, LockEvidence lock) {
    Findings findings = new Findings(Rule.EXCEPTIONS);
    Map<Long, Turn> turns = new HashMap<>();
    lock.turns().forEach(turn -> turns.put(turn.hold(), turn));
    for (Operation operation : lock.history().calls()) {
      operation
          .last()
          .facts()
          .error()
          .ifPresent(error -> judge(evidence, operation, error, turns, findings));
    }
    return findings.toList();
  }

  private static void judge(
      Evidence evidence,
      Operation operation,
      String error,
      Map<Long, Turn> turns,
      Findings findings) {
    if (!isDocumented(operation, error)) {
      findings.error(
          "Lock '%s': %s failed with %s, which is not documented for it"
              .formatted(operation.lock(), operation.kind(), error),
          operation.last());
    }
    OptionalLong hold = operation.facts().hold();
    Turn turn = hold.isPresent() ? turns.get(hold.getAsLong()) : null;
    if (turn == null || !operation.completion().isPresent()) {
      return;
    }
    long now = operation.last().nanos();
    boolean isOver =
        hasEndedBefore(turn, operation) || now > Math.min(knownEndNanos(turn), believedNanos(turn));
    if (error.equals(NOT_OWNER) && operation.outcome() == Phase.FAIL && !isOver) {
      findings.error(
          "Lock '%s': %s held it when %s at %s said that it did not"
              .formatted(turn.lock(), turn.who(), operation.kind(), evidence.times().at(now)),
          turn.begin(),
          operation.last());
    }
    if (error.equals(LOST) && !isOver && !isExcused(evidence, turn, now)) {
      findings.error(
          "Lock '%s': %s was told at %s that it had lost the lock, %s before its deadline and without a fault"
              .formatted(
                  turn.lock(),
                  turn.who(),
                  evidence.times().at(now),
                  Times.length(believedNanos(turn) - now)),
          turn.begin(),
          operation.last());
    }
  }

  private static boolean isDocumented(Operation operation, String error) {
    Effect effect = operation.kind().effect();
    if (OF_ANY.contains(error)) {
      return true;
    }
    return switch (effect) {
      case ACQUIRES ->
          OF_ACQUIRING.contains(error)
              || (operation.kind() == OperationKind.UPGRADE && error.equals(NOT_OWNER));
      case AWAITS -> OF_ACQUIRING.contains(error) || error.equals(NOT_OWNER);
      case RE_ENTERS -> error.equals("Error");
      case RELEASES, NOTHING -> error.equals(NOT_OWNER);
      case FORCES -> false;
    };
  }

  private static boolean hasEndedBefore(Turn turn, Operation operation) {
    return turn.end()
        .filter(end -> end.operation() != operation.invocation().operation())
        .filter(end -> end.nanos() <= operation.invokedNanos())
        .isPresent();
  }

  /** When it was told of a loss, or forced; without either for ever. */
  private static long knownEndNanos(Turn turn) {
    return Math.min(
        turn.lossNanos().orElse(Long.MAX_VALUE), turn.forcedNanos().orElse(Long.MAX_VALUE));
  }

  private static long believedNanos(Turn turn) {
    return turn.deadlineNanos().orElse(Long.MAX_VALUE);
  }

  private static boolean isExcused(Evidence evidence, Turn turn, long now) {
    return evidence.bounds().losesData()
        || turn.deadlineNanos().isEmpty()
        || evidence.faults().touch(turn.beginNanos() - evidence.bounds().lease().toNanos(), now);
  }
}
