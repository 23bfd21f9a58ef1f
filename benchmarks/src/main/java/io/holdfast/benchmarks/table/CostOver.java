package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.subject.Subject;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Of what the cost is measured. */
enum CostOver {
  /** Locks of one client, each with a name of its own, held and renewed. */
  HOLDS(
      "renewed holds of one client",
      List.of(1, 1_000, 100_000),
      List.of(
          Line.of(Cost.CLIENT_CPU, "processor time of the client, % of a core", Bar.atMost(10)),
          Line.of(Cost.SERVER_CPU, "processor time of the server, % of a core"),
          Line.of(Cost.CPU, "both together, % of a core"),
          Line.of(Cost.COMMANDS, "script calls a second"),
          Line.of(Cost.SERVER_COMMANDS, "commands a second, those in scripts too"),
          Line.of(Cost.LOST, "lost holds", Bar.atMost(0)),
          Line.of(Cost.HEAP, "heap of each, bytes"),
          Line.of(Cost.SERVER_MEMORY, "memory of the server for each, bytes"))),
  /** Handles of one client that wait for one lock, which another client has. */
  WAITERS(
      "waiting handles of one client, one lock",
      List.of(1, 100, 10_000),
      List.of(
          Line.of(Cost.COMMANDS, "script calls a second", Bar.atMost(2)),
          Line.of(Cost.CLIENT_CPU, "processor time of the client, % of a core"),
          Line.of(Cost.SERVER_CPU, "processor time of the server, % of a core"),
          Line.of(Cost.HEAP, "heap of each, bytes", Bar.atMost(2048)),
          Line.of(Cost.SERVER_MEMORY, "memory of the server for each, bytes"))),
  /** A client, used by no thread at all, or by some, each with a lock of its own. */
  CLIENTS(
      "one client, used by so many threads",
      List.of(0, 8, 64),
      List.of(
          Line.of(Cost.THREADS, "threads of the client"),
          Line.of(Cost.CONNECTIONS, "connections of the client"))),
  /** Clients that nobody uses, all of them in one JVM. */
  IDLE(
      "clients that nobody uses",
      List.of(1, 10, 100),
      List.of(
          Line.of(Cost.CONNECTIONS, "connections of all"),
          Line.of(Cost.SERVER_COMMANDS, "commands a second of all"),
          Line.of(Cost.SERVER_CPU, "processor time of the server, % of a core"),
          Line.of(Cost.CLIENT_CPU, "processor time of all clients, % of a core"),
          Line.of(Cost.SERVER_MEMORY, "memory of the server for each, bytes"),
          Line.of(Cost.HEAP, "heap of each, bytes"))),
  /** Locks that were held once, and are free: what is kept of their tokens. */
  NAMES(
      "names whose locks were held once",
      List.of(1_000, 100_000),
      List.of(Line.of(Cost.SERVER_MEMORY, "memory of the server for each, bytes"))),
  /** Handles of one client of a cluster that wait, each for a lock in a slot of its own. */
  SLOTS(
      "slots of a cluster in which one client waits",
      List.of(1, 100, 10_000),
      List.of(
          Line.of(Cost.CONNECTIONS, "connections of the client, one master"),
          Line.of(Cost.COMMANDS, "script calls a second"),
          Line.of(Cost.SERVER_COMMANDS, "commands a second, those in scripts too"),
          Line.of(Cost.SERVER_CPU, "processor time of the server, % of a core"),
          Line.of(Cost.CLIENT_CPU, "processor time of the client, % of a core"),
          Line.of(Cost.SERVER_MEMORY, "memory of the server for each, bytes"),
          Line.of(Cost.HEAP, "heap of each, bytes")));

  /**
   * The bar of the renewed holds is that of a lease of 30 s: a shorter one is renewed more often.
   */
  private static final Duration SHORTEST_JUDGED = Duration.ofSeconds(30);

  private final String work;
  private final List<Integer> values;
  private final List<Line> lines;

  CostOver(String work, List<Integer> values, List<Line> lines) {
    this.work = work;
    this.values = values;
    this.lines = lines;
  }

  /** As on the command line. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** For people. */
  String work() {
    return work;
  }

  /** How many, if nobody says. */
  List<Integer> usualValues() {
    return values;
  }

  /** The fewest of which it can be told. */
  int fewest() {
    return this == CLIENTS ? 0 : 1;
  }

  /** The most of which it can be told. */
  int most() {
    return this == SLOTS ? SlotHash.SLOT_COUNT : Integer.MAX_VALUE;
  }

  /** Whether this subject has such things. */
  boolean has(Subject subject) {
    return switch (this) {
      case CLIENTS -> true;
      case NAMES, SLOTS -> subject == Subject.HOLDFAST;
      default -> subject == Subject.HOLDFAST || subject == Subject.REDISSON;
    };
  }

  /** What is told, each with what is asked of it where there are most. */
  List<Line> lines() {
    return lines;
  }

  /** What is asked of Holdfast where there are so many. */
  Optional<Bar> bar(Line line, int x, Duration lease) {
    boolean isJudged = this != HOLDS || lease.compareTo(SHORTEST_JUDGED) >= 0;
    return line.bar().filter(bar -> isJudged && x == values.get(values.size() - 1));
  }
}
