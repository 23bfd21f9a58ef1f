package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.history.History;
import io.holdfast.lock.torture.register.ResourceReport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** All that checks look at. Immutable. */
final class Evidence {

  private final History history;
  private final List<ResourceReport> resources;
  private final Optional<Residue> residue;
  private final Bounds bounds;
  private final Map<String, LockEvidence> locks = new TreeMap<>();
  private final FaultWindows faults;
  private final Excuses excuses;
  private final Times times;

  /** What is known of one lock: its history, its turns, who overlapped. */
  record LockEvidence(String name, History history, List<Turn> turns, Overlaps overlaps) {}

  Evidence(
      History history, List<ResourceReport> resources, Optional<Residue> residue, Bounds bounds) {
    this.history = history;
    this.resources = List.copyOf(resources);
    this.residue = residue;
    this.bounds = bounds;
    this.faults = new FaultWindows(history.faults());
    this.excuses = Excuses.of(history.faults(), bounds);
    this.times = new Times(history.beginNanos().orElse(0));
    history
        .byLock()
        .forEach(
            (name, part) -> {
              List<Turn> turns = Turns.of(part);
              locks.put(name, new LockEvidence(name, part, turns, Overlaps.of(turns)));
            });
  }

  History history() {
    return history;
  }

  List<LockEvidence> locks() {
    return List.copyOf(locks.values());
  }

  List<ResourceReport> resources() {
    return resources;
  }

  Optional<Residue> residue() {
    return residue;
  }

  Bounds bounds() {
    return bounds;
  }

  /** Those that other servers make up for. */
  FaultWindows bearableFaults() {
    return faults.only(bounds.bearable());
  }

  FaultWindows faults() {
    return faults;
  }

  /** What the faults that lose locks excuse. */
  Excuses excuses() {
    return excuses;
  }

  Times times() {
    return times;
  }

  /** How many turns of a lock went on beyond their deadline while another had begun. */
  int lateOverlaps(String lock) {
    LockEvidence evidence = locks.get(lock);
    return evidence == null ? 0 : evidence.overlaps().late().size();
  }
}
