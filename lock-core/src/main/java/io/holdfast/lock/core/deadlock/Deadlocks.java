package io.holdfast.lock.core.deadlock;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Finds threads that wait for each other in a cycle. What is known of them was seen at different
 * times, so a cycle counts only if there was a moment at which all of them waited.
 */
public final class Deadlocks {

  /*
   * A thread that was seen to wait from s to p held all the time what it held at p, as it took no lock
   * while it waited. If the latest s of a cycle is before its earliest p, then between the two each
   * thread waited for what the next one held: none of them could go on by itself.
   */

  /** The clocks of the servers of a cluster may differ by as much. */
  private static final long SLACK_MILLIS = 1000;

  private static final int NONE = -1;

  /**
   * What is known of a blocked thread.
   *
   * @param client its client, for people
   */
  public record Witness(String client, BlockedThread thread) {

    /** Whether both waited at some moment. */
    boolean waitedBeside(Witness other) {
      return beganBeforeEndOf(other) && other.beganBeforeEndOf(this);
    }

    private boolean beganBeforeEndOf(Witness other) {
      return thread.sinceMillis() + SLACK_MILLIS < other.thread.seenMillis();
    }

    private Same same() {
      return new Same(client, thread.name(), thread.waitsFor(), Set.copyOf(thread.holds()));
    }

    /** {@code thread 'worker-1' of shop@host/4711}. */
    public String who() {
      String name = thread.name();
      return "%s of %s"
          .formatted(name.isEmpty() ? "a thread without a name" : "thread '" + name + "'", client);
    }
  }

  /** What tells threads apart: several servers may have been told of one. */
  private record Same(String client, String name, LockRef waitsFor, Set<LockRef> holds) {}

  /**
   * Each thread waits for a lock that the next one holds, and the last for one of the first.
   *
   * @param threads in that order
   */
  public record Cycle(List<Witness> threads) {

    private boolean hasAMoment() {
      long latest =
          threads.stream().mapToLong(one -> one.thread().sinceMillis()).max().orElseThrow();
      long earliest =
          threads.stream().mapToLong(one -> one.thread().seenMillis()).min().orElseThrow();
      return latest + SLACK_MILLIS < earliest;
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

  private final List<Witness> witnesses;
  private final Map<Same, Integer> places = new HashMap<>();
  private final List<int[]> holders = new ArrayList<>(); // of what each of them waits for

  /** Among these; of what several servers tell of one thread, what was seen last counts. */
  public Deadlocks(Collection<Witness> all) {
    Map<Same, Witness> once = new LinkedHashMap<>();
    all.forEach(one -> once.merge(one.same(), one, Deadlocks::later));
    witnesses = List.copyOf(once.values());
    Map<LockRef, List<Integer>> byLock = new HashMap<>();
    for (Same same : once.keySet()) {
      int place = places.size();
      places.put(same, place);
      same.holds()
          .forEach(lock -> byLock.computeIfAbsent(lock, unused -> new ArrayList<>()).add(place));
    }
    for (int i = 0; i < witnesses.size(); i++) {
      holders.add(holders(i, byLock));
    }
  }

  private static Witness later(Witness one, Witness other) {
    return one.thread().seenMillis() - other.thread().seenMillis() >= 0 ? one : other;
  }

  private int[] holders(int place, Map<LockRef, List<Integer>> byLock) {
    Witness one = witnesses.get(place);
    return one.thread().waitsFor().obstacles().stream()
        .flatMap(lock -> byLock.getOrDefault(lock, List.of()).stream())
        .mapToInt(Integer::intValue)
        .filter(other -> other != place)
        .filter(other -> witnesses.get(other).waitedBeside(one))
        .toArray();
  }

  private int placeOf(Witness one) {
    return Objects.requireNonNull(places.get(one.same()), "one of those that were given");
  }

  /** At least one for each thread for which {@link #cycleOf} finds any. */
  public List<Cycle> cycles() {
    List<Cycle> found = new ArrayList<>();
    List<int[]> waiters = waiters();
    BitSet left = withoutLooseEnds(holders, waiters);
    left.and(withoutLooseEnds(waiters, holders));
    BitSet covered = new BitSet();
    for (int start = left.nextSetBit(0); start >= 0; start = left.nextSetBit(start + 1)) {
      if (!covered.get(start)) {
        cycleOf(start, left)
            .ifPresent(
                cycle -> {
                  found.add(cycle);
                  cycle.threads().forEach(thread -> covered.set(placeOf(thread)));
                });
      }
    }
    return found;
  }

  /** Of each the places of those that wait for it. */
  private List<int[]> waiters() {
    List<List<Integer>> waiters = new ArrayList<>();
    holders.forEach(unused -> waiters.add(new ArrayList<>()));
    for (int i = 0; i < holders.size(); i++) {
      for (int holder : holders.get(i)) {
        waiters.get(holder).add(i);
      }
    }
    return waiters.stream().map(all -> all.stream().mapToInt(Integer::intValue).toArray()).toList();
  }

  /** Leaves out what leads to nothing, then what leads only to that, and so on. */
  private static BitSet withoutLooseEnds(List<int[]> next, List<int[]> before) {
    int size = next.size();
    BitSet left = new BitSet(size);
    left.set(0, size);
    int[] open = next.stream().mapToInt(all -> all.length).toArray();
    Deque<Integer> ends = new ArrayDeque<>();
    IntStream.range(0, size).filter(i -> open[i] == 0).forEach(ends::add);
    while (!ends.isEmpty()) {
      int end = ends.remove();
      left.clear(end);
      for (int one : before.get(end)) {
        open[one]--;
        if (open[one] == 0) {
          ends.add(one);
        }
      }
    }
    return left;
  }

  /**
   * The clients that hold what these wait for, and what those of their threads wait for that are in
   * the way, and so on.
   */
  public Set<String> holdersBehind(Collection<Witness> starts) {
    Set<String> clients = new LinkedHashSet<>();
    BitSet reached = new BitSet();
    Deque<Integer> next = new ArrayDeque<>();
    starts.forEach(start -> next.add(placeOf(start)));
    while (!next.isEmpty()) {
      int one = next.remove();
      if (!reached.get(one)) {
        reached.set(one);
        clients.addAll(witnesses.get(one).thread().holders());
        for (int holder : holders.get(one)) {
          next.add(holder);
        }
      }
    }
    return clients;
  }

  /** A short cycle with this thread, one of those given, which comes first in it. */
  public Optional<Cycle> cycleOf(Witness start) {
    BitSet all = new BitSet();
    all.set(0, witnesses.size());
    return cycleOf(placeOf(start), all);
  }

  private Optional<Cycle> cycleOf(int start, BitSet among) {
    int[] cameFrom = new int[witnesses.size()];
    Arrays.fill(cameFrom, NONE);
    Deque<Integer> next = new ArrayDeque<>(List.of(start));
    while (!next.isEmpty()) {
      int one = next.remove();
      for (int holder : holders.get(one)) {
        Optional<Cycle> cycle =
            holder == start
                ? Optional.of(path(cameFrom, one)).filter(Cycle::hasAMoment)
                : Optional.empty();
        if (cycle.isPresent()) {
          return cycle;
        }
        if (holder != start
            && cameFrom[holder] == NONE
            && among.get(holder)
            && witnesses.get(holder).waitedBeside(witnesses.get(start))) {
          cameFrom[holder] = one;
          next.add(holder);
        }
      }
    }
    return Optional.empty();
  }

  private Cycle path(int[] cameFrom, int last) {
    Deque<Witness> path = new ArrayDeque<>();
    for (int one = last; one != NONE; one = cameFrom[one]) {
      path.addFirst(witnesses.get(one));
    }
    return new Cycle(List.copyOf(path));
  }
}
