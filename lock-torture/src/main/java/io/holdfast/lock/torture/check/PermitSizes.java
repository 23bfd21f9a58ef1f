package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.check.Evidence.LockEvidence;
import io.holdfast.lock.torture.history.Operation;
import io.holdfast.lock.torture.history.OperationKind;
import io.holdfast.lock.torture.history.Phase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How many permits a pool may have had at some time. A change happens between its call and its
 * return; one of unknown outcome happens at any time after its call, or never. One that a master
 * has acknowledged shortly before it was replaced may be forgotten.
 */
final class PermitSizes {

  private record Change(long fromNanos, long untilNanos, boolean mayBeForgotten, int size) {}

  private final List<Change> changes; // by the time of their call

  private PermitSizes(List<Change> changes) {
    this.changes = changes;
  }

  /** Of a pool that begins with this number. */
  static PermitSizes of(LockEvidence lock, Evidence evidence, int first) {
    List<Change> changes = new ArrayList<>();
    changes.add(new Change(Long.MIN_VALUE, Long.MIN_VALUE, false, first));
    lock.history().operations().stream()
        .filter(operation -> operation.kind() == OperationKind.RESIZE_PERMITS)
        .filter(operation -> operation.outcome() != Phase.FAIL)
        .map(operation -> change(operation, evidence))
        .sorted(Comparator.comparingLong(Change::fromNanos))
        .forEach(changes::add);
    return new PermitSizes(List.copyOf(changes));
  }

  private static Change change(Operation resize, Evidence evidence) {
    long done = resize.isOk() ? resize.completedNanos().orElse(Long.MAX_VALUE) : Long.MAX_VALUE;
    long sent = Math.min(done, Long.MAX_VALUE - evidence.bounds().lease().toNanos());
    return new Change(
        resize.invokedNanos(),
        done,
        evidence.excuses().touch(resize.invokedNanos(), sent + evidence.bounds().lease().toNanos()),
        resize.facts().permits().orElseThrow());
  }

  /** The highest number that it may have had at any time between these. */
  int most(long fromNanos, long untilNanos) {
    // The last that began after another had ended, and ended in time, leaves nothing of that other.
    long certainNanos =
        changes.stream()
            .filter(change -> !change.mayBeForgotten && change.untilNanos <= fromNanos)
            .mapToLong(Change::fromNanos)
            .max()
            .orElse(Long.MIN_VALUE);
    return changes.stream()
        .filter(change -> change.fromNanos <= untilNanos && change.untilNanos >= certainNanos)
        .mapToInt(Change::size)
        .max()
        .orElseThrow();
  }
}
