package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.check.Call.Action;
import io.holdfast.lock.torture.check.Evidence.LockEvidence;
import io.holdfast.lock.torture.check.Excuses.Span;
import io.holdfast.lock.torture.history.Mode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/*
 * While two masters serve a lock its calls have no common order. Before such a time they have one, and
 * after it, too; the holder of the lock at the beginning of a piece is not known.
 *
 *       piece        fork        piece
 *   -------------|==========|--------------
 *    A---------R              A----R            both are judged
 *           A-----------R                       the release may have come, or not, for the first piece
 *                        A-------------R        such a hold is left out, and refusals beside it
 */

/** The calls of one lock, cut where two masters have served it at a time. */
final class Pieces {

  private final List<Call> calls;
  private final long fromNanos;
  private final long untilNanos;
  private final Map<Long, Long> lastReleases = new HashMap<>(); // by hold: when it returned
  private final List<Span> leftOut = new ArrayList<>(); // holds that do not begin in the piece

  private Pieces(List<Call> calls, long fromNanos, long untilNanos) {
    this.calls = calls;
    this.fromNanos = fromNanos;
    this.untilNanos = untilNanos;
  }

  /** The times in which two masters served this lock at a time, as its tokens and owners show. */
  static List<Span> forks(Evidence evidence, LockEvidence lock) {
    Stream<Span> ofOwners =
        overlapping(lock.turns()).stream()
            .flatMap(turn -> evidence.excuses().ofFork(turn.beginNanos()).stream());
    return Stream.concat(ofOwners, TokenCheck.forks(evidence, lock).stream()).distinct().toList();
  }

  /** Those that began while another had reason to believe that it excluded them. */
  private static List<Turn> overlapping(List<Turn> turns) {
    List<Turn> found = new ArrayList<>();
    List<Turn> active = new ArrayList<>();
    for (Turn turn : turns) {
      active.removeIf(other -> !other.believesAt(turn.beginNanos()));
      if (active.stream().anyMatch(other -> excludes(other, turn))) {
        found.add(turn);
      }
      active.add(turn);
    }
    return found;
  }

  private static boolean excludes(Turn one, Turn other) {
    return (one.mode() == Mode.EXCLUSIVE || other.mode() == Mode.EXCLUSIVE)
        && (one.mode() == other.mode() || !one.hasSameOwner(other));
  }

  /** All of them in one piece, if there is no such time. */
  static List<List<Call>> of(List<Call> calls, List<Span> forks) {
    List<List<Call>> pieces = new ArrayList<>();
    long from = Long.MIN_VALUE;
    for (Span fork : forks.stream().sorted(Comparator.comparingLong(Span::fromNanos)).toList()) {
      if (fork.fromNanos() > from) {
        pieces.add(new Pieces(calls, from, fork.fromNanos()).cut());
      }
      from = Math.max(from, fork.untilNanos());
    }
    pieces.add(forks.isEmpty() ? calls : new Pieces(calls, from, Long.MAX_VALUE).cut());
    return pieces;
  }

  private List<Call> cut() {
    Map<Long, Call> acquisitions = new HashMap<>();
    calls.stream()
        .filter(call -> call.action() == Action.ACQUIRE && call.succeeded())
        .forEach(call -> acquisitions.put(call.hold(), call));
    calls.stream()
        .filter(call -> call.action() == Action.RELEASE || call.action() == Action.RELEASE_ALL)
        .forEach(call -> lastReleases.merge(call.hold(), call.returnedNanos(), Math::max));
    acquisitions.values().stream()
        .filter(acquisition -> !isWithin(acquisition))
        .forEach(
            acquisition ->
                leftOut.add(new Span(acquisition.invokedNanos(), endNanos(acquisition))));
    return calls.stream().flatMap(call -> part(call, acquisitions).stream()).toList();
  }

  private boolean isWithin(@Nullable Call call) {
    return call != null && call.invokedNanos() > fromNanos && call.returnedNanos() < untilNanos;
  }

  /** When the hold was over: by its last release, or when it had none, by its lease. */
  private long endNanos(Call acquisition) {
    return lastReleases.getOrDefault(acquisition.hold(), acquisition.expiryNanos());
  }

  private Optional<Call> part(Call call, Map<Long, Call> acquisitions) {
    return switch (call.action()) {
      case FORCE -> {
        boolean touches = call.returnedNanos() > fromNanos && call.invokedNanos() < untilNanos;
        yield touches ? Optional.of(isWithin(call) ? call : call.asOptional()) : Optional.empty();
      }
      case ACQUIRE -> {
        boolean isKept = isWithin(call) && (call.succeeded() || !mayMeetOther(call));
        yield isKept ? Optional.of(call) : Optional.empty();
      }
      case RE_ACQUIRE, RE_ENTER -> {
        boolean isKept = isWithin(call) && isWithin(acquisitions.get(call.hold()));
        yield isKept ? Optional.of(call) : Optional.empty();
      }
      case RELEASE, RELEASE_ALL -> {
        if (!isWithin(acquisitions.get(call.hold())) || call.invokedNanos() >= untilNanos) {
          yield Optional.empty();
        }
        if (call.isOptional() || isWithin(call)) {
          yield Optional.of(call);
        }
        yield call.succeeded() ? Optional.of(call.asOptional()) : Optional.empty();
      }
    };
  }

  /** Whether a hold that is left out may be the reason of a refusal. */
  private boolean mayMeetOther(Call refusal) {
    return leftOut.stream()
        .anyMatch(span -> span.touches(refusal.invokedNanos(), refusal.returnedNanos()));
  }
}
