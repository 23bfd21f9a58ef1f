package io.holdfast.lock.testkit.check;

import io.holdfast.lock.testkit.check.Evidence.LockEvidence;
import io.holdfast.lock.testkit.history.Mode;
import io.holdfast.lock.testkit.history.Operation;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * C10: for each lock there is an order of its calls, each somewhere between its invocation and its
 * return, in which a lock in one process would have given the same answers. Looks only at locks
 * that there is a model for: one for each set of modes that the calls of a kind have. Where two
 * masters have served at a time, and tokens went back by that, no such order has to be.
 */
final class LinearizabilityCheck implements Check {

  private static final long MAX_STEPS = 20_000_000;
  private static final long NEAR_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int MANY = 40; // calls that are shown around the one that does not fit

  private static final Map<Set<Mode>, Judge> JUDGES =
      Map.of(
          EnumSet.of(Mode.EXCLUSIVE),
          (evidence, lock, calls) -> examine(evidence, lock, new MutexModel(), calls),
          EnumSet.of(Mode.SHARED),
          LinearizabilityCheck::readWrite,
          EnumSet.of(Mode.EXCLUSIVE, Mode.SHARED),
          LinearizabilityCheck::readWrite);

  /** What is to be said of the calls of one lock. */
  private interface Judge {
    List<Finding> examine(Evidence evidence, LockEvidence lock, List<Call> calls);
  }

  @Override
  public List<Finding> examine(Evidence evidence) {
    return evidence.locks().stream().flatMap(lock -> examine(evidence, lock).stream()).toList();
  }

  private static List<Finding> examine(Evidence evidence, LockEvidence lock) {
    Set<Mode> modes = EnumSet.noneOf(Mode.class);
    lock.history().calls().stream().map(Operation::kind).forEach(kind -> modes.add(kind.mode()));
    modes.remove(Mode.NONE);
    Judge judge = JUDGES.get(modes);
    return judge == null ? List.of() : judge.examine(evidence, lock, Calls.of(lock, evidence));
  }

  private static List<Finding> readWrite(Evidence evidence, LockEvidence lock, List<Call> calls) {
    List<Call> telling = calls.stream().filter(call -> !ReadWriteModel.tellsNothing(call)).toList();
    return examine(evidence, lock, ReadWriteModel.of(telling), telling);
  }

  /** Those that may have to be ordered with the one that does not fit. */
  private static String around(Call blocked, List<Call> calls, Times times) {
    return calls.stream()
        .filter(call -> call.returnedNanos() >= blocked.invokedNanos() - NEAR_NANOS)
        .filter(call -> call.invokedNanos() <= blocked.returnedNanos())
        .sorted(Comparator.comparingLong(Call::invokedNanos))
        .limit(MANY)
        .map(call -> "    " + describe(call, times))
        .collect(Collectors.joining(System.lineSeparator()));
  }

  private static String describe(Call call, Times times) {
    return "%s from %s to %s: %s, may be over from %s"
        .formatted(
            call.action(),
            times.at(call.invokedNanos()),
            call.returnedNanos() == Long.MAX_VALUE ? "?" : times.at(call.returnedNanos()),
            call.record(),
            call.expiryNanos() == Long.MAX_VALUE ? "its release" : times.at(call.expiryNanos()));
  }

  private static <S> List<Finding> examine(
      Evidence evidence, LockEvidence lock, Model<S> model, List<Call> calls) {
    Findings findings = new Findings(Rule.LINEARIZABILITY);
    Linearizer.Result<S> result = Linearizer.search(model, calls, MAX_STEPS);
    if (result instanceof Linearizer.NotLinearizable<S> not) {
      Call blocked = not.stuck().blocked();
      findings.add(
          TokenCheck.isForked(evidence, lock) ? Severity.WARNING : Severity.ERROR,
          "Lock '%s': no order explains what was answered. After %s of %s calls it is %s, and this does not fit: %s%nThe calls at that time:%n%s"
              .formatted(
                  lock.name(),
                  not.stuck().taken(),
                  calls.size(),
                  not.stuck().state(),
                  describe(blocked, evidence.times()),
                  around(blocked, calls, evidence.times())),
          List.of(blocked.record()));
    } else if (result instanceof Linearizer.Undecided<S> undecided) {
      findings.add(
          Severity.WARNING,
          "Lock '%s': not decided within %s steps for %s calls"
              .formatted(lock.name(), undecided.steps(), calls.size()),
          List.of());
    }
    return findings.toList();
  }
}
