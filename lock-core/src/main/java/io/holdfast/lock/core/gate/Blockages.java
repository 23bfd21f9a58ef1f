package io.holdfast.lock.core.gate;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.deadlock.BlockedThread;
import io.holdfast.lock.core.deadlock.Deadlocks.Cycle;
import io.holdfast.lock.core.deadlock.Deadlocks.Witness;
import io.holdfast.lock.core.deadlock.LockRef;
import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.ClientId;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.EventLog.Topic;
import io.holdfast.lock.core.engine.Gathering;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Threads that have waited here for long, and hold other locks of this client: the server is told
 * of them, and the log of the circles that they are in. One look follows the other, on the
 * watchdog's thread; answers come on any.
 */
final class Blockages {

  private static final int MOST_SEEN = 1000;
  private static final int MOST_BLOCKED = 20;
  private static final int MOST_HOLDS = 200; // of a thread

  private final Gates gates;
  private final Administration administration;
  private final Duration lasting;

  private final List<Seen> seen = new ArrayList<>(); // in this look
  private boolean isTold; // that there are some
  private final Map<Waiter, Told> told = new ConcurrentHashMap<>();

  /** A thread that waits for long, whatever it holds. */
  private record Seen(Waiter waiter, Thread thread, LockKeys keys, long nanos) {}

  /** What was told of a waiter, and how long it has to wait until it is told again. */
  private record Told(Cycle cycle, long nextNanos) {}

  /** A thread that waits for long and holds others. */
  private record Blocked(Seen seen, List<LockRef> holds) {}

  /**
   * None were seen yet.
   *
   * @param lasting how long the server is to remember what one look has seen
   */
  Blockages(Gates gates, Administration administration, Duration lasting) {
    this.gates = gates;
    this.administration = administration;
    this.lasting = lasting;
  }

  /** A look begins. */
  void begin() {
    seen.clear();
  }

  /** This one has waited for so long. With the monitor of its gate held. */
  void see(Gate gate, Waiter waiter, long nanos) {
    Thread owner = waiter.request.owner();
    if (owner != null && seen.size() < MOST_SEEN) {
      seen.add(new Seen(waiter, owner, gate.keys(), nanos));
    }
  }

  /** In which circle this one was told to be; empty if none is known. */
  Optional<Cycle> cycleOf(Waiter waiter) {
    return Optional.ofNullable(told.get(waiter)).map(Told::cycle);
  }

  /** The look is over. */
  void end() {
    told.keySet().retainAll(seen.stream().map(Seen::waiter).collect(Collectors.toSet()));
    List<Blocked> blocked = seen.isEmpty() ? List.of() : blocked();
    if (!blocked.isEmpty()) {
      isTold = true;
      askForHolders(blocked);
    } else if (isTold) {
      isTold = false;
      tell(List.of());
    }
  }

  /** Those that have waited for longest. */
  private List<Blocked> blocked() {
    Map<Thread, List<LockRef>> holds = new HashMap<>();
    seen.forEach(one -> holds.put(one.thread(), new ArrayList<>()));
    for (LockKind kind : LockKind.values()) {
      gates
          .engine()
          .tallies()
          .of(kind)
          .eachOfAThread(
              (thread, name) ->
                  holds.computeIfPresent(
                      thread,
                      (same, locks) -> {
                        if (locks.size() < MOST_HOLDS) {
                          locks.add(new LockRef(kind, name));
                        }
                        return locks;
                      }));
    }
    return seen.stream()
        .map(one -> new Blocked(one, holds.getOrDefault(one.thread(), List.of())))
        .filter(one -> !one.holds().isEmpty())
        .sorted(Comparator.comparingLong((Blocked one) -> one.seen().nanos()).reversed())
        .limit(MOST_BLOCKED)
        .toList();
  }

  private void askForHolders(List<Blocked> blocked) {
    Gathering<BlockedThread> gathering =
        new Gathering<>(blocked.size(), threads -> tellAndSearch(blocked, threads));
    for (int i = 0; i < blocked.size(); i++) {
      int index = i;
      Blocked one = blocked.get(i);
      administration.inspectAll(
          one.seen().keys(), outcome -> gathering.says(index, thread(one, holders(outcome))));
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

  private BlockedThread thread(Blocked one, List<String> holders) {
    Seen seen = one.seen();
    return new BlockedThread(
        seen.thread().getName(),
        TimeUnit.NANOSECONDS.toMillis(seen.nanos()),
        new LockRef(gates.kind(), seen.keys().name()),
        holders,
        one.holds());
  }

  private void tell(List<BlockedThread> threads) {
    gates.engine().blocked().set(gates, threads);
    administration.blocked().tell(gates.engine(), gates, threads, lasting);
  }

  private void tellAndSearch(List<Blocked> blocked, List<BlockedThread> threads) {
    tell(threads);
    Engine engine = gates.engine();
    String label = ClientId.labelOf(engine.clientId());
    List<Witness> here = engine.blocked().witnesses(label);
    for (int i = 0; i < blocked.size(); i++) {
      Seen one = blocked.get(i).seen();
      Told before = told.get(one.waiter());
      if (before == null || one.nanos() >= before.nextNanos()) {
        Witness start = new Witness(label, threads.get(i), 0);
        new CycleSearch(administration.blocked(), start, here, cycle -> found(one, cycle)).begin();
      }
    }
  }

  private void found(Seen one, Cycle cycle) {
    told.put(one.waiter(), new Told(cycle, 2 * one.nanos()));
    gates
        .reporter()
        .log()
        .tell(
            Topic.DEADLOCK,
            () ->
                "%s: deadlock for %s s: %s"
                    .formatted(
                        one.keys().title(), TimeUnit.NANOSECONDS.toSeconds(one.nanos()), cycle));
  }
}
