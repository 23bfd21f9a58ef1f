package io.holdfast.lock.torture.check;

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
 * @param losesData whether servers may forget locks at any time of the run. This is for a run whose
 *     history does not name the faults that make them forget; see {@code losing}
 * @param losing faults, by name, that take locks away from their owners: a fail-over, a server that
 *     restarts empty, eviction, keys deleted by hand. An overlap that begins in the time of such a
 *     fault, or up to a lease later, is a warning; tokens and the register have the last word
 * @param audible faults, by name, that leave every client that lives able to hear and to be heard:
 *     in spite of them a lock that promises order keeps it
 * @param bearable faults, by name, in spite of which locks must be granted in their time, as there
 *     are other servers. They may take votes from a hold, whose owner is told of its loss then;
 *     they excuse no overlap
 * @param forking faults, by name, in whose time two masters serve. They excuse overlaps as losing
 *     faults do. A client of the old master may also hand a lock on inside, with tokens below those
 *     that the new master gives to others: that is a warning, as the resource refuses them. A token
 *     that is given twice is an error even then
 * @param parting for how long after a forking fault some clients may still use the old master
 * @param permits how many permits there are of each semaphore, by name, in the beginning and in the
 *     end
 */
public record Bounds(
    Duration lease,
    Duration handOver,
    Duration answer,
    Duration longestWait,
    boolean losesData,
    Set<String> losing,
    Set<String> audible,
    Set<String> bearable,
    Set<String> forking,
    Duration parting,
    Map<String, Integer> permits) {

  /** The dead do not wait; that the server forgets scripts is no silence. */
  private static final Set<String> AUDIBLE = Set.of("kill-worker", "script-flush");

  /** Keeps copies of the collections; refuses negative times. */
  public Bounds {
    losing = Set.copyOf(losing);
    audible = Set.copyOf(audible);
    bearable = Set.copyOf(bearable);
    forking = Set.copyOf(forking);
    permits = Map.copyOf(permits);
    requireNotNegative("lease", lease);
    requireNotNegative("handOver", handOver);
    requireNotNegative("answer", answer);
    requireNotNegative("longestWait", longestWait);
    requireNotNegative("parting", parting);
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
        Set.of(),
        AUDIBLE,
        Set.of(),
        Set.of(),
        Duration.ZERO,
        Map.of());
  }

  /** With this time for a hand-over. */
  public Bounds handOver(Duration limit) {
    return new Bounds(
        lease,
        limit,
        answer,
        longestWait,
        losesData,
        losing,
        audible,
        bearable,
        forking,
        parting,
        permits);
  }

  /** With this time for an answer. */
  public Bounds answer(Duration limit) {
    return new Bounds(
        lease,
        handOver,
        limit,
        longestWait,
        losesData,
        losing,
        audible,
        bearable,
        forking,
        parting,
        permits);
  }

  /** With this longest wait. */
  public Bounds longestWait(Duration limit) {
    return new Bounds(
        lease, handOver, answer, limit, losesData, losing, audible, bearable, forking, parting,
        permits);
  }

  /** Servers may forget locks at any time of the run, whatever its history says. */
  public Bounds losingData() {
    return new Bounds(
        lease,
        handOver,
        answer,
        longestWait,
        true,
        losing,
        audible,
        bearable,
        forking,
        parting,
        permits);
  }

  /** These faults, by name, take locks away from their owners; others do not. */
  public Bounds losing(Set<String> faults) {
    return new Bounds(
        lease,
        handOver,
        answer,
        longestWait,
        losesData,
        faults,
        audible,
        bearable,
        forking,
        parting,
        permits);
  }

  /** These faults, by name, excuse no disorder; others do. */
  public Bounds audible(String... faults) {
    return new Bounds(
        lease,
        handOver,
        answer,
        longestWait,
        losesData,
        losing,
        Set.of(faults),
        bearable,
        forking,
        parting,
        permits);
  }

  /** These faults, by name, excuse no delay; others do. */
  public Bounds bearable(Set<String> faults) {
    return new Bounds(
        lease,
        handOver,
        answer,
        longestWait,
        losesData,
        losing,
        audible,
        faults,
        forking,
        parting,
        permits);
  }

  /**
   * In the time of these faults, by name, two masters serve; some clients use the old one for so
   * long after that.
   */
  public Bounds forking(Set<String> faults, Duration after) {
    return new Bounds(
        lease,
        handOver,
        answer,
        longestWait,
        losesData,
        losing,
        audible,
        bearable,
        faults,
        after,
        permits);
  }

  /** The semaphore of this name has this number of permits, unless the history tells of changes. */
  public Bounds permits(String name, int count) {
    Map<String, Integer> more = new TreeMap<>(permits);
    more.put(name, count);
    return new Bounds(
        lease,
        handOver,
        answer,
        longestWait,
        losesData,
        losing,
        audible,
        bearable,
        forking,
        parting,
        more);
  }
}
