package io.holdfast.lock.testkit.check;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What may be expected of the locks of a run. Immutable; every method returns a refined copy.
 *
 * @param lease the longest lease in use: for so long may a lock stay taken after its owner died,
 *     froze or lost its server
 * @param handOver how long a lock may be free while somebody waits for it: re-assertion, back-off,
 *     reconnects, claims of waiters that died
 * @param answer how long a call may take that does not wait for another owner, and a timed one past
 *     its time
 * @param longestWait how long an acquisition may wait in all
 * @param losesData whether the faults of the run take locks away from their owners: a fail-over, a
 *     server that restarts empty, eviction, keys deleted by hand. Then overlaps are warnings, and
 *     tokens and the register have the last word
 * @param audible faults, by name, that leave every client that lives able to hear and to be heard:
 *     in spite of them a lock that promises order keeps it
 * @param bearable faults, by name, in spite of which locks are to be had in their time, as there
 *     are other servers. They may take votes from a hold, whose owner is told of its loss then;
 *     they excuse no overlap
 * @param forking faults, by name, in whose time two masters serve. A client of the old one may hand
 *     a lock on inside, with tokens below those that the new one gives: that is a warning, as the
 *     resource refuses them. A token that is given twice is an error even then
 * @param permits how many permits there are of each semaphore, by name, in the beginning and in the
 *     end
 */
public record Bounds(
    Duration lease,
    Duration handOver,
    Duration answer,
    Duration longestWait,
    boolean losesData,
    Set<String> audible,
    Set<String> bearable,
    Set<String> forking,
    Map<String, Integer> permits) {

  /** The dead do not wait; that the server forgets scripts is no silence. */
  private static final Set<String> AUDIBLE = Set.of("kill-worker", "script-flush");

  /** Keeps copies of the collections; refuses negative times. */
  public Bounds {
    audible = Set.copyOf(audible);
    bearable = Set.copyOf(bearable);
    forking = Set.copyOf(forking);
    permits = Map.copyOf(permits);
    requireNotNegative("lease", lease);
    requireNotNegative("handOver", handOver);
    requireNotNegative("answer", answer);
    requireNotNegative("longestWait", longestWait);
  }

  private static void requireNotNegative(String name, Duration value) {
    if (value.isNegative()) {
      throw new IllegalArgumentException(name + ": " + value + " is negative");
    }
  }

  /**
   * For leases of this length: hand-over 6 s, answer 5 s, longest wait one minute, no data lost,
   * and of the faults of the nemesis {@code kill-worker} and {@code script-flush} are audible.
   */
  public static Bounds ofLease(Duration lease) {
    return new Bounds(
        lease,
        Duration.ofSeconds(6),
        Duration.ofSeconds(5),
        Duration.ofMinutes(1),
        false,
        AUDIBLE,
        Set.of(),
        Set.of(),
        Map.of());
  }

  /** With this time for a hand-over. */
  public Bounds handOver(Duration limit) {
    return new Bounds(
        lease, limit, answer, longestWait, losesData, audible, bearable, forking, permits);
  }

  /** With this time for an answer. */
  public Bounds answer(Duration limit) {
    return new Bounds(
        lease, handOver, limit, longestWait, losesData, audible, bearable, forking, permits);
  }

  /** With this longest wait. */
  public Bounds longestWait(Duration limit) {
    return new Bounds(
        lease, handOver, answer, limit, losesData, audible, bearable, forking, permits);
  }

  /** The faults of the run take locks away from their owners. */
  public Bounds losingData() {
    return new Bounds(
        lease, handOver, answer, longestWait, true, audible, bearable, forking, permits);
  }

  /** These faults, by name, excuse no disorder; others do. */
  public Bounds audible(String... faults) {
    return new Bounds(
        lease,
        handOver,
        answer,
        longestWait,
        losesData,
        Set.of(faults),
        bearable,
        forking,
        permits);
  }

  /** These faults, by name, excuse no delay; others do. */
  public Bounds bearable(Set<String> faults) {
    return new Bounds(
        lease, handOver, answer, longestWait, losesData, audible, faults, forking, permits);
  }

  /** In the time of these faults, by name, two masters serve. */
  public Bounds forking(Set<String> faults) {
    return new Bounds(
        lease, handOver, answer, longestWait, losesData, audible, bearable, faults, permits);
  }

  /** The semaphore of this name has so many permits, unless the history tells of changes. */
  public Bounds permits(String name, int count) {
    Map<String, Integer> more = new TreeMap<>(permits);
    more.put(name, count);
    return new Bounds(
        lease, handOver, answer, longestWait, losesData, audible, bearable, forking, more);
  }

  /** How bad it is that two believe to own a lock. */
  Severity ofOverlap() {
    return losesData ? Severity.WARNING : Severity.ERROR;
  }
}
