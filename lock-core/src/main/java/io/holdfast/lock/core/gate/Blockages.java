package io.holdfast.lock.core.gate;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.deadlock.BlockedThread;
import io.holdfast.lock.core.deadlock.Deadlocks;
import io.holdfast.lock.core.deadlock.Deadlocks.Cycle;
import io.holdfast.lock.core.deadlock.Deadlocks.Witness;
import io.holdfast.lock.core.deadlock.LockRef;
import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.BlockedBoard;
import io.holdfast.lock.core.engine.ClientId;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.EventLog.Topic;
import io.holdfast.lock.core.engine.Gathering;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Threads that have waited here for long, and hold other locks of this client: the server is told
 * of them, and the log of the cycles that they are in. On the watchdog's thread, but for {@link
 * #close}.
 */
final class Blockages {

  private static final int MOST_BLOCKED = 20;
  private static final int MOST_HOLDS = 50; // of a thread

  /** A search that takes longer has lost an answer, and what it knows is old. */
  private static final long LONGEST_NANOS = BlockedBoard.LASTING.toNanos();

  private final Gates gates;
  private final Engine engine;
  private final Administration administration;
  private final long limitNanos;

  private final List<Seen> seen = new ArrayList<>(); // in this look
  private final Map<Waiter, Cycle> cycles = new HashMap<>(); // as of the last search
  private final Map<Waiter, Long> nextNanos = new HashMap<>(); // when one is told of again
  private @Nullable Search search; // that is under way
  private volatile boolean isTold; // that there are some

  /** A thread that waits for long, whatever it holds. */
  private record Seen(Gate gate, Waiter waiter, Thread thread) {

    boolean isStillWaiting() {
      gate.monitor.enter();
      try {
        return waiter.result() == null
            && !waiter.hasGone()
            && LongWaits.waiters(gate).contains(waiter);
      } finally {
        gate.monitor.leave();
      }
    }
  }

  /** A thread that waits for long and holds others. */
  private record Blocked(Seen seen, List<LockRef> holds) {}

  /** For the cycles of those that were blocked at that moment. */
  private static final class Search {

    private final List<Blocked> blocked;
    private final long seenNanos;

    private Search(List<Blocked> blocked, long seenNanos) {
      this.blocked = blocked;
      this.seenNanos = seenNanos;
    }
  }

  /**
   * None were seen yet.
   *
   * @param limitNanos cycles are told of those that have waited for so long
   */
  Blockages(Gates gates, Administration administration, long limitNanos) {
    this.gates = gates;
    this.engine = gates.engine();
    this.administration = administration;
    this.limitNanos = limitNanos;
  }

  // ---- looking

  /** A look begins. */
  void begin() {
    seen.clear();
  }

  /** This one has waited for long. With the monitor of its gate held. */
  void see(Gate gate, Waiter waiter) {
    Thread owner = waiter.request.owner();
    if (owner != null) {
      seen.add(new Seen(gate, waiter, owner));
    }
  }

  /** In which cycle this one is, as far as is known. */
  Optional<Cycle> cycleOf(Waiter waiter) {
    return Optional.ofNullable(cycles.get(waiter));
  }

  /** The look is over. */
  void end() {
    Set<Waiter> waiting = new HashSet<>();
    seen.forEach(one -> waiting.add(one.waiter()));
    cycles.keySet().retainAll(waiting);
    nextNanos.keySet().retainAll(waiting);
    long seenNanos = engine.now(); // before what follows: they wait since before, and until later
    Search before = search;
    if (before != null && !waiting.isEmpty() && seenNanos - before.seenNanos < LONGEST_NANOS) {
      return; // its answers are on their way
    }
    List<Blocked> blocked = seen.isEmpty() ? List.of() : blocked();
    if (blocked.isEmpty()) {
      endAll();
    } else {
      Search begun = new Search(blocked, seenNanos);
      search = begun;
      step(begun, () -> askForHolders(begun));
    }
  }

  /** None is blocked any more. */
  private void endAll() {
    endSearch();
    if (isTold) {
      isTold = false;
      administration.blocked().tell(engine, gates, List.of());
    }
  }

  /** What it finds is old. */
  private void endSearch() {
    search = null;
    cycles.clear();
  }

  /** The gates are closed. Any thread. */
  void close() {
    if (isTold) {
      administration.blocked().tell(engine, gates, List.of());
    }
  }

  /**
   * Those that have waited for longest. A thread that still waits when its holds are known has had
   * them since it began to wait; another one may have got its lock, and then others.
   */
  private List<Blocked> blocked() {
    Map<Thread, List<LockRef>> holds = new HashMap<>();
    seen.forEach(one -> holds.put(one.thread(), new ArrayList<>()));
    for (LockKind kind : LockKind.values()) {
      engine
          .tallies()
          .of(kind)
          .eachOfAThread(engine, (thread, name) -> add(holds.get(thread), new LockRef(kind, name)));
    }
    return seen.stream()
        .map(one -> new Blocked(one, holds.getOrDefault(one.thread(), List.of())))
        .filter(one -> !one.holds().isEmpty())
        .sorted(Comparator.comparingLong(one -> one.seen().waiter().request.sinceNanos()))
        .filter(one -> one.seen().isStillWaiting())
        .limit(MOST_BLOCKED)
        .toList();
  }

  private static void add(@Nullable List<LockRef> holds, LockRef one) {
    if (holds != null && holds.size() < MOST_HOLDS) {
      holds.add(one);
    }
  }

  // ---- asking

  private void step(Search of, Runnable step) {
    if (search != of || gates.isClosed()) {
      return;
    }
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      endSearch(); // the next look begins another
      throw e;
    }
  }

  private void later(Search of, Runnable step) {
    engine.later(() -> step(of, step));
  }

  /** Once for each lock. */
  private void askForHolders(Search begun) {
    List<LockKeys> wanted =
        begun.blocked.stream().map(one -> one.seen().gate().keys()).distinct().toList();
    Gathering<List<String>> gathering =
        new Gathering<>(
            wanted.size(),
            answers -> {
              Map<LockKeys, List<String>> holders = new HashMap<>();
              for (int i = 0; i < answers.size(); i++) {
                holders.put(wanted.get(i), answers.get(i));
              }
              later(begun, () -> tellAndSearch(begun, holders));
            });
    for (int i = 0; i < wanted.size(); i++) {
      int index = i;
      administration.inspectAll(wanted.get(i), outcome -> gathering.says(index, holders(outcome)));
    }
  }

  private static List<String> holders(Outcome<Administration.State> outcome) {
    return outcome instanceof Outcome.Answered<Administration.State> answer
        ? Stream.concat(answer.reply().holder().stream(), answer.reply().sharers().stream())
            .map(holder -> ClientId.clientOf(holder.id()))
            .distinct()
            .toList()
        : List.of();
  }

  private void tellAndSearch(Search begun, Map<LockKeys, List<String>> holders) {
    List<BlockedThread> threads =
        begun.blocked.stream().map(one -> thread(one, begun.seenNanos, holders)).toList();
    isTold = true;
    administration.blocked().tell(engine, gates, threads);
    if (gates.isClosed()) { // meanwhile
      close();
      return;
    }
    String label = ClientId.labelOf(engine.clientId());
    List<Witness> starts = threads.stream().map(thread -> new Witness(label, thread)).toList();
    new CycleSearch(
            engine,
            administration.blocked(),
            step -> later(begun, step),
            starts,
            known -> found(begun, starts, known))
        .begin();
  }

  private BlockedThread thread(Blocked one, long seenNanos, Map<LockKeys, List<String>> holders) {
    LockKeys keys = one.seen().gate().keys();
    return new BlockedThread(
        one.seen().thread().getName(),
        TimeUnit.NANOSECONDS.toMillis(one.seen().waiter().request.sinceNanos()),
        TimeUnit.NANOSECONDS.toMillis(seenNanos),
        new LockRef(gates.kind(), keys.name()),
        holders.getOrDefault(keys, List.of()),
        one.holds());
  }

  // ---- telling

  private void found(Search begun, List<Witness> starts, Deadlocks known) {
    endSearch();
    for (int i = 0; i < starts.size(); i++) {
      Optional<Cycle> cycle = known.cycleOf(starts.get(i));
      if (cycle.isPresent()) {
        Seen one = begun.blocked.get(i).seen();
        cycles.put(one.waiter(), cycle.get());
        warn(one, cycle.get());
      }
    }
  }

  private void warn(Seen one, Cycle cycle) {
    long nanos = engine.now() - one.waiter().request.sinceNanos();
    if (nanos < nextNanos.getOrDefault(one.waiter(), limitNanos) || !one.isStillWaiting()) {
      return;
    }
    nextNanos.put(one.waiter(), 2 * nanos);
    String title = one.gate().keys().title();
    gates
        .reporter()
        .log()
        .tell(
            Topic.DEADLOCK,
            () ->
                "%s: deadlock for %s s: %s"
                    .formatted(title, TimeUnit.NANOSECONDS.toSeconds(nanos), cycle));
  }
}
