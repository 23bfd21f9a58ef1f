package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.history.Operation;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/*
 * A fault that loses locks, or has two masters serve, excuses what follows from it, and nothing else:
 *
 *   fault             |=======|
 *   parting                   |---|            forking faults only: clients still leave the old master
 *   a lease                       |------|     an owner believes in what was lost, or was given twice
 *   excused           |==================|
 *
 * Two owners are excused if the second began in this time: the first believes for at most a lease
 * after its last renewal, and that went to a master that served then.
 *
 * Tokens that go back are excused only in the time of a forking fault, and only if both were given in
 * it: every master draws numbers by its clock, so a token of before is below all that is drawn later,
 * at whatever master. What stays behind are blocks that a client of the old master got and hands out
 * inside, while the new master gives to others. A client asks for a new block only when it has none,
 * so the tokens of one client rise even then.
 */

/** What the faults of a run excuse, and when. */
final class Excuses {

  private final boolean always;
  private final List<Span> losing; // forking ones too
  private final List<Span> forking;

  /** A time, both ends included. */
  record Span(long fromNanos, long untilNanos) {

    boolean has(long nanos) {
      return fromNanos <= nanos && nanos <= untilNanos;
    }

    boolean touches(long from, long until) {
      return fromNanos <= until && from <= untilNanos;
    }
  }

  private Excuses(boolean always, List<Span> losing, List<Span> forking) {
    this.always = always;
    this.losing = losing;
    this.forking = forking;
  }

  static Excuses of(List<Operation> faults, Bounds bounds) {
    List<Span> forking = spans(faults, bounds.forking(), bounds.parting().plus(bounds.lease()));
    List<Span> losing = spans(faults, bounds.losing(), bounds.lease());
    return new Excuses(
        bounds.losesData(), Stream.concat(losing.stream(), forking.stream()).toList(), forking);
  }

  private static List<Span> spans(List<Operation> faults, Set<String> names, Duration after) {
    return faults.stream()
        .filter(fault -> names.contains(fault.lock()))
        .map(
            fault ->
                new Span(
                    fault.invokedNanos(),
                    fault.completedNanos().isPresent()
                        ? fault.completedNanos().getAsLong() + after.toNanos()
                        : Long.MAX_VALUE))
        .toList();
  }

  /** Whether a fault of this run may take locks away. */
  boolean areThere() {
    return always || !losing.isEmpty();
  }

  /** Whether servers may have forgotten, or granted twice, what was owned at some time between. */
  boolean touch(long fromNanos, long untilNanos) {
    return always || losing.stream().anyMatch(span -> span.touches(fromNanos, untilNanos));
  }

  /** How bad it is that from then on two believe to own a lock. */
  Severity ofOverlap(long beganNanos) {
    return touch(beganNanos, beganNanos) ? Severity.WARNING : Severity.ERROR;
  }

  /** From when on a server may have forgotten the turn. */
  OptionalLong forgettingNanos(Turn turn) {
    if (always) {
      return OptionalLong.of(turn.beginNanos());
    }
    return losing.stream()
        .filter(span -> span.touches(turn.acquisition().invokedNanos(), turn.actualEndNanos()))
        .mapToLong(span -> Math.max(span.fromNanos(), turn.beginNanos()))
        .min();
  }

  /** The times in which two masters may have given these two, and the second a lower token. */
  List<Span> ofTokens(Turn before, Turn turn) {
    if (before.begin().pid() == turn.begin().pid()) {
      return List.of();
    }
    long asked = turn.acquisition().invokedNanos();
    return forking.stream()
        .filter(span -> span.has(before.beginNanos()) && span.has(asked))
        .toList();
  }

  /** The times in which two masters may have given this, and what it overlaps. */
  List<Span> ofFork(long beganNanos) {
    return forking.stream().filter(span -> span.has(beganNanos)).toList();
  }
}
