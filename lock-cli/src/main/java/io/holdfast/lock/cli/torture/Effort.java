package io.holdfast.lock.cli.torture;

import io.holdfast.lock.torture.check.Statistics;
import io.holdfast.lock.torture.nemesis.NemesisEvent;
import io.holdfast.lock.torture.nemesis.NemesisEvent.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What a run has tried: a run that tried nothing has shown nothing. */
final class Effort {

  private static final long LEAST_HOLDS_A_SECOND = 2;

  private final Map<String, Integer> injected = new TreeMap<>();
  private final Map<String, Integer> failed = new TreeMap<>();

  private Effort() {}

  static Effort of(List<NemesisEvent> events) {
    Effort effort = new Effort();
    for (NemesisEvent event : events) {
      if (event.kind() == Kind.INJECTED) {
        effort.injected.merge(event.fault(), 1, Integer::sum);
      } else if (event.kind() == Kind.INJECT_FAILED) {
        effort.failed.merge(event.fault(), 1, Integer::sum);
      }
    }
    return effort;
  }

  /**
   * What was too little; nothing if it was enough.
   *
   * @param wanted faults, by name, each of which has to be there
   */
  List<String> lacks(Plan plan, Statistics run, Set<String> wanted) {
    List<String> lacks = new ArrayList<>();
    long least = plan.length().toSeconds() * LEAST_HOLDS_A_SECOND;
    if (run.holds() < least) {
      lacks.add("only %s holds, of at least %s".formatted(run.holds(), least));
    }
    if (plan.kind().keepsOrder() && run.placed() < least / 2) {
      lacks.add(
          "only %s holds whose order could be judged, of at least %s"
              .formatted(run.placed(), least / 2));
    }
    if (injected.isEmpty() || sum(failed) > sum(injected)) {
      lacks.add("%s faults were injected, %s could not be".formatted(sum(injected), sum(failed)));
    }
    Set<String> missing = new TreeSet<>(wanted);
    missing.removeAll(injected.keySet());
    if (!missing.isEmpty()) {
      lacks.add("never injected: " + String.join(", ", missing) + " (" + this + ")");
    }
    return lacks;
  }

  private static int sum(Map<String, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** How often each fault was injected, and how often it could not be. */
  @Override
  public String toString() {
    Set<String> all = new TreeSet<>(injected.keySet());
    all.addAll(failed.keySet());
    return all.isEmpty()
        ? "none"
        : all.stream()
            .map(
                fault ->
                    fault
                        + " "
                        + injected.getOrDefault(fault, 0)
                        + (failed.containsKey(fault) ? " (failed " + failed.get(fault) + ")" : ""))
            .collect(Collectors.joining(", "));
  }
}
