package io.holdfast.lock.core.engine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Who of this client has a ticket at one lock, and whose are to be named next. Guarded by the
 * monitor.
 */
final class Roster {

  /*
   * Named are the 50 oldest, as the head is where the server drops tickets, and 50 others in rotation. If any
   * had been dropped all are named, the oldest first, one request after the other: if one that is named is missing,
   * and if the server's mark says that it has dropped another one, as a signal does wherever a ticket stands.
   *
   * When something may have been missed, the server may also be another one, which lacks what was written
   * last. It was told of the tickets in their order: if it has the youngest that were there when the doubt
   * arose, it has them all. These are looked for in the place of others in rotation; they are not put back
   * by that, as older ones are to be served before them. All are named instead if that order is not sure:
   * if some wait for signals, or for claims of different length, so that the oldest need not be dropped
   * first, or if some were queued or put back behind younger ones.
   */

  static final int NAMED_AT_ONCE = 100;

  static final int OLDEST = 50;
  private static final int LOOKED_FOR = NAMED_AT_ONCE - OLDEST;

  private final NavigableMap<Long, Acquisition> waiting = new TreeMap<>(); // the oldest first
  private List<Acquisition> named = List.of(); // by the question in flight
  private boolean areAllNamed; // by that
  private int generation; // of the connection
  private final NavigableSet<Long> youngest = new TreeSet<>(); // each time that a doubt arose
  private final Set<Long> lookedFor = new HashSet<>(); // of these, by the question in flight
  private boolean isDoubted; // that they are all there
  private boolean wereSomePutBack; // since nobody waited
  private boolean isSweeping; // through all, as some were dropped
  private boolean wasSweeping; // as the question in flight was begun; with it the last may be named
  private long lastMark; // of the last that was dropped, as the server says
  private long lastNamed; // who comes behind it is next in rotation

  // ---- who waits

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  List<Acquisition> all() {
    return List.copyOf(waiting.values());
  }

  @Nullable Acquisition find(long number) {
    return waiting.get(number);
  }

  /** It has been told its place, over the present connection. */
  void add(Acquisition one, int present) {
    meet(present);
    waiting.put(one.number(), one);
  }

  /** It waits no more; false if it did not. */
  boolean remove(Acquisition one) {
    boolean wasThere = waiting.remove(one.number()) != null;
    if (waiting.isEmpty()) {
      wereSomePutBack = false;
    }
    return wasThere;
  }

  long shortestClaimMillis(long ifEmpty) {
    return waiting.values().stream().mapToLong(one -> one.spec.claimMillis()).min().orElse(ifEmpty);
  }

  private void meet(int present) {
    if (present != generation) {
      generation = present;
      doubt();
    }
  }

  // ---- what may have become of their tickets

  /** Something may have been missed: the oldest and the youngest of now will mostly tell. */
  void doubt() {
    if (waiting.isEmpty()) {
      return;
    }
    isDoubted = true;
    youngest.add(waiting.lastKey());
    lookedFor.remove(waiting.lastKey()); // the question in flight may have been executed before
    if (youngest.size() > LOOKED_FOR) {
      youngest.pollFirst();
    }
  }

  /** Whether the server was told of them, and drops them, in the order of their numbers. */
  private boolean areInOrder() {
    if (wereSomePutBack) {
      return false;
    }
    long claimMillis = waiting.firstEntry().getValue().spec.claimMillis();
    long before = 0;
    for (Acquisition one : waiting.values()) {
      boolean isAlike = one.condition().isEmpty() && one.spec.claimMillis() == claimMillis;
      if (!isAlike || one.arrival() <= before) {
        return false;
      }
      before = one.arrival();
    }
    return true;
  }

  private void sweep() {
    isSweeping = true;
    lastNamed = 0;
  }

  boolean isSweeping() {
    return isSweeping;
  }

  // ---- a question

  /** Begins a question, over the present connection: its tickets. */
  List<RollCall.Ticket> call(int present) {
    meet(present);
    if (isDoubted && waiting.size() > NAMED_AT_ONCE && (isSweeping || !areInOrder())) {
      sweep();
    }
    isDoubted = false;
    wasSweeping = isSweeping;
    named = new ArrayList<>(Math.min(NAMED_AT_ONCE, waiting.size()));
    if (!isSweeping) {
      name(waiting, OLDEST);
      lastNamed = Math.max(lastNamed, named.get(named.size() - 1).number());
    }
    if (isSweeping || waiting.size() <= NAMED_AT_ONCE || youngest.isEmpty()) {
      rotate();
    } else {
      lookedFor.addAll(youngest);
    }
    areAllNamed = named.size() == waiting.size();
    List<RollCall.Ticket> tickets = new ArrayList<>(NAMED_AT_ONCE);
    named.forEach(one -> tickets.add(one.queueing.ticket()));
    toBeLookedFor()
        .forEach(one -> tickets.add(new RollCall.Ticket(one.id(), OptionalLong.empty())));
    return tickets;
  }

  private Set<Acquisition> toBeLookedFor() {
    Set<Acquisition> those = new LinkedHashSet<>();
    for (Long last : lookedFor) {
      waiting.headMap(last, true).descendingMap().values().stream()
          .limit(LOOKED_FOR / lookedFor.size())
          .forEach(those::add);
    }
    return those;
  }

  private void rotate() {
    name(waiting.tailMap(lastNamed, false), NAMED_AT_ONCE);
    lastNamed = named.isEmpty() ? lastNamed : named.get(named.size() - 1).number();
    if (waiting.higherKey(lastNamed) == null) { // all were named: from the beginning
      isSweeping = false;
      lastNamed = 0;
    }
  }

  private void name(NavigableMap<Long, Acquisition> from, int upTo) {
    for (Acquisition one : from.values()) {
      if (named.size() >= upTo) {
        return;
      }
      named.add(one);
    }
  }

  /** Whether the question in flight may put back its ticket. */
  boolean isNaming(Acquisition one) {
    return named.contains(one);
  }

  /**
   * It was answered.
   *
   * @param missing how many of the tickets were not there
   * @param mark of the last that was dropped; is only compared
   */
  void heard(int missing, long mark) {
    named = List.of();
    boolean isMarked = mark != 0 && mark != lastMark;
    lastMark = mark;
    wereSomePutBack |= missing > 0;
    if (!areAllNamed && (isMarked || (missing > 0 && !isSweeping))) {
      sweep();
    }
    youngest.removeAll(waiting.size() <= NAMED_AT_ONCE ? Set.copyOf(youngest) : lookedFor);
    lookedFor.clear();
  }

  /**
   * It was not answered.
   *
   * @return whose tickets it may put back late
   */
  List<Acquisition> failed() {
    List<Acquisition> wereNamed = named;
    named = List.of();
    lookedFor.clear();
    isSweeping |= wasSweeping; // from the beginning
    doubt();
    return wereNamed;
  }
}
