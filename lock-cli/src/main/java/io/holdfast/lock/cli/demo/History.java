package io.holdfast.lock.cli.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What happened so far, from the reports of all workers. Any thread; guarded by its monitor. */
final class History {

  private enum State {
    IDLE,
    WAITS,
    HOLDS
  }

  private final List<Turn> turns = new ArrayList<>(); // as reported: nearly in order
  private final Map<String, Integer> lastTurn = new HashMap<>();
  private final Map<String, Long> askedNanos = new HashMap<>();
  private final TreeMap<String, State> states = new TreeMap<>();
  private final Map<String, List<WorkerEvent>> others = new HashMap<>();
  private final Set<String> mayEnd = new HashSet<>();
  private Optional<String> trouble = Optional.empty();

  synchronized void add(String worker, WorkerEvent event) {
    if (event instanceof WorkerEvent.Waits waits) {
      states.put(worker, State.WAITS);
      askedNanos.put(worker, waits.nanos());
    } else if (event instanceof WorkerEvent.Holds holds) {
      states.put(worker, State.HOLDS);
      lastTurn.put(worker, turns.size());
      long asked = askedNanos.getOrDefault(worker, holds.nanos());
      turns.add(new Turn(worker, holds.token(), asked, holds.nanos(), OptionalLong.empty()));
    } else if (event instanceof WorkerEvent.Released released) {
      states.put(worker, State.IDLE);
      int last = lastTurn.getOrDefault(worker, 0);
      turns.set(last, turns.get(last).released(released.nanos()));
    } else {
      addOther(worker, event);
    }
    notifyAll();
  }

  private void addOther(String worker, WorkerEvent event) {
    if (event instanceof WorkerEvent.Lost) {
      states.put(worker, State.IDLE);
    } else if (event instanceof WorkerEvent.Trouble what) {
      trouble = Optional.of(worker + " cannot go on: " + what.what());
    }
    others.computeIfAbsent(worker, name -> new ArrayList<>()).add(event);
  }

  /** From now on the end of this worker is no trouble. */
  synchronized void expectEnd(String worker) {
    mayEnd.add(worker);
  }

  /** The worker's JVM has ended. */
  synchronized void ended(String worker, List<String> lastWords) {
    states.remove(worker);
    if (!mayEnd.contains(worker) && trouble.isEmpty()) {
      trouble = Optional.of(worker + " has ended; it said: " + String.join(" / ", lastWords));
    }
    notifyAll();
  }

  /** All turns so far, by time. */
  synchronized List<Turn> turns() {
    List<Turn> sorted = new ArrayList<>(turns);
    sorted.sort(Comparator.comparingLong(Turn::acquiredNanos));
    return sorted;
  }

  /**
   * Who holds the lock, as far as reported; empty during a hand-over. Who released it before may
   * not have reported that yet, and who was frozen does not know that its turn is over.
   */
  synchronized Optional<String> holder() {
    return turns.stream()
        .max(Comparator.comparingLong(Turn::acquiredNanos))
        .filter(turn -> turn.releasedNanos().isEmpty())
        .map(Turn::worker);
  }

  /** Who waits. */
  synchronized List<String> waiting() {
    return states.entrySet().stream()
        .filter(entry -> entry.getValue() == State.WAITS)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The first event of this type and worker, other than of plain turns, since then. */
  synchronized <E extends WorkerEvent> Optional<E> find(
      String worker, Class<E> type, long sinceNanos) {
    return others.getOrDefault(worker, List.of()).stream()
        .filter(event -> event.nanos() >= sinceNanos)
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst();
  }

  /** The first turn of anybody else that began after this instant. */
  synchronized Optional<Turn> firstTurnOfOthers(String worker, long afterNanos) {
    return turns.stream()
        .filter(turn -> turn.acquiredNanos() > afterNanos && !turn.worker().equals(worker))
        .min(Comparator.comparingLong(Turn::acquiredNanos));
  }

  synchronized boolean isWaiting(String worker) {
    return states.get(worker) == State.WAITS;
  }

  /**
   * Waits for something to be there; empty if it is not within the limit.
   *
   * @throws DemoFailure if a worker is in trouble
   */
  synchronized <T> Optional<T> await(Duration limit, Supplier<Optional<T>> probe)
      throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      if (trouble.isPresent()) {
        throw new DemoFailure(trouble.get());
      }
      Optional<T> found = probe.get();
      long left = deadline - System.nanoTime();
      if (found.isPresent() || left <= 0) {
        return found;
      }
      TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, 1_000_000));
    }
  }
}
