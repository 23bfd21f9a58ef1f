package io.holdfast.lock.torture.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * What all processes did, in the order of the clock they share. Immutable.
 *
 * <p>Times are comparable among processes of one host only, and not where one of them runs in
 * another time namespace.
 */
public final class History {

  private static final Comparator<Event> ORDER =
      Comparator.comparingLong(Event::nanos)
          .thenComparingLong(Event::pid)
          .thenComparingLong(Event::sequence);

  private final List<Event> events;
  private final List<Operation> operations;
  private final Map<Long, Long> lastSeen;

  private History(List<Event> events, List<Operation> operations, Map<Long, Long> lastSeen) {
    this.events = events;
    this.operations = operations;
    this.lastSeen = lastSeen;
  }

  /** A history of these records, in any order. */
  public static History of(List<Event> records) {
    List<Event> events = records.stream().sorted(ORDER).toList();
    Map<Long, Long> lastSeen = new HashMap<>();
    events.forEach(event -> lastSeen.merge(event.pid(), event.nanos(), Math::max));
    return new History(events, operations(events), lastSeen);
  }

  private static List<Operation> operations(List<Event> events) {
    Map<Long, Operation> open = new LinkedHashMap<>();
    for (Event event : events) {
      Operation begun = open.get(event.operation());
      if (event.phase() == Phase.INVOKE) {
        open.put(event.operation(), new Operation(event, Optional.empty(), Optional.empty()));
      } else if (begun != null && event.phase().isEnd()) {
        open.put(
            event.operation(),
            new Operation(begun.invocation(), begun.queued(), Optional.of(event)));
      } else if (begun != null
          && event.phase() == Phase.NOTE
          && event.facts().ticket().isPresent()
          && begun.queued().isEmpty()) {
        open.put(
            event.operation(),
            new Operation(begun.invocation(), Optional.of(event), begun.completion()));
      }
    }
    return List.copyOf(open.values());
  }

  /** All records, by time. */
  public List<Event> events() {
    return events;
  }

  /** All operations, by time of invocation; faults and processes too. */
  public List<Operation> operations() {
    return operations;
  }

  /** The calls only. */
  public List<Operation> calls() {
    return operations.stream().filter(operation -> operation.kind().isCall()).toList();
  }

  /** What was broken on purpose. */
  public List<Operation> faults() {
    return operations.stream()
        .filter(operation -> operation.kind() == OperationKind.FAULT)
        .toList();
  }

  /** The calls of each lock, and what happened to its holds: name to a history of its own. */
  public Map<String, History> byLock() {
    Map<String, List<Event>> split = new TreeMap<>();
    for (Event event : events) {
      if (event.kind().isCall() || event.kind() == OperationKind.HOLD) {
        split.computeIfAbsent(event.lock(), name -> new ArrayList<>()).add(event);
      }
    }
    Map<String, History> histories = new TreeMap<>();
    split.forEach(
        (name, part) -> histories.put(name, new History(part, operations(part), lastSeen)));
    return histories;
  }

  /** How many processes wrote. */
  public int processes() {
    return lastSeen.size();
  }

  /** When a process wrote its last record, of whatever lock: until then it lived. */
  public long lastSeenNanos(long pid) {
    return lastSeen.getOrDefault(pid, Long.MIN_VALUE);
  }

  /** The time of the first record. */
  public OptionalLong beginNanos() {
    return events.isEmpty() ? OptionalLong.empty() : OptionalLong.of(events.get(0).nanos());
  }

  /** The time of the last record. */
  public OptionalLong endNanos() {
    return events.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(events.get(events.size() - 1).nanos());
  }
}
