package io.holdfast.lock.core.deadlock;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds threads that wait for each other in a circle. What is known of them was written down at
 * different times, so a circle counts only if there was a moment at which each of them waited.
 */
public final class Deadlocks {

  /*
   * A thread that waited from s to p, and wrote down at p what it holds, held that all the time, as it
   * took no lock while it waited. If the latest s of a circle is before its earliest p, then between
   * the two each thread waited for what the next one held: none of them can go on by itself.
   */

  /** Clocks of the servers of a cluster may differ by as much. */
  private static final long SLACK_MILLIS = 1000;

  /**
   * A blocked thread.
   *
   * @param client its client, for people
   * @param thread what is known of it
   * @param ageMillis how long ago that was written down
   */
  public record Witness(String client, BlockedThread thread, long ageMillis) {

    boolean waitsFor(Witness other) {
      return other.thread.holds().stream().anyMatch(thread.waitsFor()::isSameLockAs);
    }

    /** Whether both waited at some moment. */
    boolean waitedBeside(Witness other) {
      return beganMillisAgo() > other.ageMillis + SLACK_MILLIS
          && other.beganMillisAgo() > ageMillis + SLACK_MILLIS;
    }

    private long beganMillisAgo() {
      return ageMillis + thread.waitedMillis();
    }

    boolean isSameAs(Witness other) {
      return client.equals(other.client)
          && thread.name().equals(other.thread.name())
          && thread.waitsFor().equals(other.thread.waitsFor())
          && Set.copyOf(thread.holds()).equals(Set.copyOf(other.thread.holds()));
    }

    /** {@code thread 'worker-1' of shop@host/4711}. */
    public String who() {
      String name = thread.name();
      return "%s of %s"
          .formatted(name.isEmpty() ? "a thread without a name" : "thread '" + name + "'", client);
    }
  }

  /**
   * A circle: each thread waits for a lock that the next one holds, and the last for one of the
   * first.
   */
  public record Cycle(List<Witness> threads) {

    private boolean hasAMoment() {
      return threads.stream()
          .allMatch(
              one ->
                  threads.stream().allMatch(other -> one.equals(other) || one.waitedBeside(other)));
    }

    /** One line for people. */
    @Override
    public String toString() {
      StringBuilder text = new StringBuilder(threads.get(0).who());
      for (int i = 0; i < threads.size(); i++) {
        text.append(i == 0 ? " waits for " : ", which waits for ")
            .append(threads.get(i).thread().waitsFor())
            .append(" held by ")
            .append(threads.get((i + 1) % threads.size()).who());
      }
      return text.toString();
    }
  }

  private final List<Witness> witnesses = new ArrayList<>();

  /** Among these; of what several servers tell of one thread, the first counts. */
  public Deadlocks(List<Witness> all) {
    for (Witness one : all) {
      if (witnesses.stream().noneMatch(one::isSameAs)) {
        witnesses.add(one);
      }
    }
  }

  /** All circles, each once: for each thread that is in some, the shortest. */
  public List<Cycle> cycles() {
    Map<Set<Witness>, Cycle> found = new LinkedHashMap<>();
    for (Witness one : witnesses) {
      cycleOf(one).ifPresent(cycle -> found.putIfAbsent(Set.copyOf(cycle.threads()), cycle));
    }
    return List.copyOf(found.values());
  }

  /** This thread, and those that hold what it waits for, and what they wait for, and so on. */
  public Set<Witness> reachableFrom(Witness start) {
    Set<Witness> reached = new LinkedHashSet<>();
    Deque<Witness> open = new ArrayDeque<>(List.of(start));
    while (!open.isEmpty()) {
      Witness one = open.poll();
      if (reached.add(one)) {
        witnesses.stream().filter(one::waitsFor).forEach(open::add);
      }
    }
    return reached;
  }

  /** The shortest circle with this thread, which comes first in it. */
  public Optional<Cycle> cycleOf(Witness start) {
    Map<Witness, Witness> cameFrom = new HashMap<>();
    Deque<Witness> reached = new ArrayDeque<>(List.of(start));
    while (!reached.isEmpty()) {
      Witness one = reached.poll();
      for (Witness next : witnesses) {
        boolean isStart = next.equals(start);
        if (!one.waitsFor(next) || !(isStart || next.waitedBeside(start))) {
          continue;
        }
        if (isStart) {
          Cycle cycle = path(cameFrom, one);
          return cycle.hasAMoment() ? Optional.of(cycle) : Optional.empty();
        }
        if (cameFrom.putIfAbsent(next, one) == null) {
          reached.add(next);
        }
      }
    }
    return Optional.empty();
  }

  private static Cycle path(Map<Witness, Witness> cameFrom, Witness last) {
    Deque<Witness> path = new ArrayDeque<>();
    for (Witness one = last; one != null; one = cameFrom.get(one)) {
      path.addFirst(one);
    }
    return new Cycle(List.copyOf(path));
  }
}
