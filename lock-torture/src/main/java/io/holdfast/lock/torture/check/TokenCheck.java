package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.check.Evidence.LockEvidence;
import io.holdfast.lock.torture.history.Effect;
import io.holdfast.lock.torture.history.Event;
import io.holdfast.lock.torture.history.Mode;
import io.holdfast.lock.torture.history.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * C2: tokens are positive; what was acquired before another asked has the lower token; no two turns
 * share one; re-entry does not change it.
 *
 * <p>Readers are measured by writers only: their token is not below that of the last writer before
 * them, whose it may be, and below that of the next. Among each other their tokens say nothing.
 */
final class TokenCheck implements Check {

  @Override
  public List<Finding> examine(Evidence evidence) {
    return evidence.locks().stream().flatMap(lock -> examine(evidence, lock).stream()).toList();
  }

  private static List<Finding> examine(Evidence evidence, LockEvidence lock) {
    Findings findings = new Findings(Rule.TOKENS);
    List<Turn> turns = lock.turns().stream().filter(turn -> turn.token().isPresent()).toList();
    unique(turns, findings);
    rising(turns, evidence, findings);
    unchanged(lock, findings);
    return findings.toList();
  }

  private static void unique(List<Turn> turns, Findings findings) {
    Map<Long, Turn> owners = new HashMap<>();
    for (Turn turn : turns) {
      long token = turn.token().orElseThrow();
      if (token <= 0) {
        findings.error(
            "Lock '%s': %s has a token that is not positive".formatted(turn.lock(), turn.who()),
            turn.begin());
      }
      if (isReader(turn)) {
        continue;
      }
      Turn other = owners.putIfAbsent(token, turn);
      if (other != null) {
        findings.error(
            "Lock '%s': token %s was given twice: to %s and to %s"
                .formatted(turn.lock(), token, other.who(), turn.who()),
            other.begin(),
            turn.begin());
      }
    }
  }

  /** Two turns, the second of which asked when the first had its token, and got a lower one. */
  private record Fall(Turn before, Turn turn) {}

  private static void rising(List<Turn> turns, Evidence evidence, Findings findings) {
    Times times = evidence.times();
    for (Fall fall : falls(turns, evidence.excuses())) {
      Turn before = fall.before();
      Turn turn = fall.turn();
      findings.add(
          evidence.excuses().ofTokens(before, turn).isEmpty() ? Severity.ERROR : Severity.WARNING,
          "Lock '%s': tokens went back: %s had it at %s, then %s asked at %s and got %s"
              .formatted(
                  turn.lock(),
                  before.who(),
                  times.at(before.beginNanos()),
                  turn.who(),
                  times.at(turn.acquisition().invokedNanos()),
                  token(turn) < token(before) ? "a lower one" : "the same, though it writes"),
          List.of(before.begin(), turn.begin()));
    }
  }

  /**
   * By time of asking; remembers the highest tokens of the turns that had theirs before. At most
   * one for each turn: with one before it that there is no excuse for, if there is such a one.
   */
  private static List<Fall> falls(List<Turn> turns, Excuses excuses) {
    List<Fall> falls = new ArrayList<>();
    PriorityQueue<Turn> begun = new PriorityQueue<>(Comparator.comparingLong(Turn::beginNanos));
    List<Turn> known = new ArrayList<>();
    Turn highest = null;
    Turn highestWriter = null;
    List<Turn> asking =
        turns.stream()
            .sorted(Comparator.comparingLong(turn -> turn.acquisition().invokedNanos()))
            .toList();
    for (Turn turn : asking) {
      long asked = turn.acquisition().invokedNanos();
      while (!begun.isEmpty() && begun.element().beginNanos() < asked) {
        Turn next = begun.remove();
        known.add(next);
        highest = higher(highest, next);
        highestWriter = isReader(next) ? highestWriter : higher(highestWriter, next);
      }
      Turn before = isReader(turn) ? highestWriter : highest;
      if (before != null && isTooLow(turn, before)) {
        falls.add(new Fall(gravest(turn, before, known, excuses), turn));
      }
      begun.add(turn);
    }
    return falls;
  }

  /** The one that is higher without an excuse; else the one that is highest. */
  private static Turn gravest(Turn turn, Turn highest, List<Turn> known, Excuses excuses) {
    if (excuses.ofTokens(highest, turn).isEmpty()) {
      return highest;
    }
    return known.stream()
        .filter(one -> !isReader(turn) || !isReader(one))
        .filter(one -> isTooLow(turn, one) && excuses.ofTokens(one, turn).isEmpty())
        .max(Comparator.comparingLong(TokenCheck::token))
        .orElse(highest);
  }

  /** The times in which two masters gave tokens of this lock that have no common order. */
  static List<Excuses.Span> forks(Evidence evidence, LockEvidence lock) {
    List<Turn> turns = lock.turns().stream().filter(turn -> turn.token().isPresent()).toList();
    return falls(turns, evidence.excuses()).stream()
        .flatMap(fall -> evidence.excuses().ofTokens(fall.before(), fall.turn()).stream())
        .distinct()
        .toList();
  }

  private static Turn higher(@Nullable Turn highest, Turn next) {
    return highest == null || token(next) > token(highest) ? next : highest;
  }

  /** Equal tokens of two writers are found above. */
  private static boolean isTooLow(Turn turn, Turn before) {
    return token(turn) < token(before)
        || (token(turn) == token(before) && !isReader(turn) && isReader(before));
  }

  private static void unchanged(LockEvidence lock, Findings findings) {
    Map<Long, NavigableMap<Long, Event>> begins = new HashMap<>(); // a wait begins a hold again
    for (Turn turn : lock.turns()) {
      begins
          .computeIfAbsent(turn.hold(), hold -> new TreeMap<>())
          .put(turn.beginNanos(), turn.begin());
    }
    for (Operation operation : lock.history().operations()) {
      OptionalLong token = operation.facts().token();
      OptionalLong hold = operation.facts().hold();
      if (operation.kind().effect() != Effect.RE_ENTERS
          || !operation.isOk()
          || token.isEmpty()
          || hold.isEmpty()) {
        continue;
      }
      Map.Entry<Long, Event> latest =
          begins
              .getOrDefault(hold.getAsLong(), new TreeMap<>())
              .floorEntry(operation.invokedNanos());
      Event begin = latest == null ? null : latest.getValue();
      if (begin != null
          && begin.facts().token().isPresent()
          && begin.facts().token().getAsLong() != token.getAsLong()) {
        findings.error(
            "Lock '%s': re-entry changed the token of hold %s from %s to %s"
                .formatted(
                    lock.name(),
                    Event.shortHold(hold.getAsLong()),
                    begin.facts().token().getAsLong(),
                    token.getAsLong()),
            begin,
            operation.last());
      }
    }
  }

  private static long token(Turn turn) {
    return turn.token().orElseThrow();
  }

  private static boolean isReader(Turn turn) {
    return turn.mode() == Mode.SHARED;
  }
}
