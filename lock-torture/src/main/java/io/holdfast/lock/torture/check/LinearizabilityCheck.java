package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.check.Evidence.LockEvidence;
import io.holdfast.lock.torture.history.Mode;
import io.holdfast.lock.torture.history.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * C10: for each lock there is an order of its calls, each somewhere between its invocation and its
 * return, in which a lock in one process would have given the same answers. Looks only at locks
 * that there is a model for: one for each set of modes that the calls of a kind have. Where two
 * masters have served a lock at a time, no such order has to be: what lies between such times has
 * one each.
 */
final class LinearizabilityCheck implements Check {

  private static final long MAX_STEPS = 20_000_000;
  private static final long NEAR_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int MANY = 40; // calls that are shown around the one that does not fit

  private final long maxSteps;
  private final Map<Set<Mode>, Judge> judges =
      Map.of(
          EnumSet.of(Mode.EXCLUSIVE),
          (evidence, lock, calls) -> examine(evidence, lock, MutexModel.of(calls), calls),
          EnumSet.of(Mode.SHARED),
          this::readWrite,
          EnumSet.of(Mode.EXCLUSIVE, Mode.SHARED),
          this::readWrite);

  LinearizabilityCheck() {
    this(MAX_STEPS);
  }

  /** That gives up after this number of steps for a lock, or for a piece of its history. */
  LinearizabilityCheck(long maxSteps) {
    this.maxSteps = maxSteps;
  }

  /** What is to be said of the calls of one lock. */
  private interface Judge {
    List<Finding> examine(Evidence evidence, LockEvidence lock, List<Call> calls);
  }

  @Override
  public List<Finding> examine(Evidence evidence) {
    Map<String, List<Finding>> found = new TreeMap<>(); // of each lock that there is a model for
    for (LockEvidence lock : evidence.locks()) {
      judge(lock).ifPresent(judge -> found.put(lock.name(), examine(evidence, lock, judge)));
    }
    List<Finding> findings = new ArrayList<>();
    found.values().forEach(findings::addAll);
    if (!found.isEmpty() && found.values().stream().allMatch(LinearizabilityCheck::isUndecided)) {
      findings.add(
          new Finding(
              Rule.LINEARIZABILITY,
              Severity.ERROR,
              "nothing was decided for any of " + found.size() + " locks",
              List.of()));
    }
    return findings;
  }

  private static boolean isUndecided(List<Finding> findings) {
    return !findings.isEmpty()
        && findings.stream().allMatch(one -> one.severity() == Severity.WARNING);
  }

  private Optional<Judge> judge(LockEvidence lock) {
    Set<Mode> modes = EnumSet.noneOf(Mode.class);
    lock.history().calls().stream().map(Operation::kind).forEach(kind -> modes.add(kind.mode()));
    modes.remove(Mode.NONE);
    return Optional.ofNullable(judges.get(modes));
  }

  private static List<Finding> examine(Evidence evidence, LockEvidence lock, Judge judge) {
    return Pieces.of(Calls.of(lock, evidence), Pieces.forks(evidence, lock)).stream()
        .flatMap(piece -> judge.examine(evidence, lock, piece).stream())
        .toList();
  }

  private List<Finding> readWrite(Evidence evidence, LockEvidence lock, List<Call> calls) {
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

  private <S> List<Finding> examine(
      Evidence evidence, LockEvidence lock, Model<S> model, List<Call> calls) {
    Findings findings = new Findings(Rule.LINEARIZABILITY);
    Linearizer.Result<S> result = Linearizer.search(model, calls, maxSteps);
    if (result instanceof Linearizer.NotLinearizable<S> not) {
      Call blocked = not.stuck().blocked();
      findings.error(
          "Lock '%s': no order explains what was answered. After %s of %s calls it is %s, and this does not fit: %s%nThe calls at that time:%n%s"
              .formatted(
                  lock.name(),
                  not.stuck().taken(),
                  calls.size(),
                  not.stuck().state(),
                  describe(blocked, evidence.times()),
                  around(blocked, calls, evidence.times())),
          blocked.record());
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
