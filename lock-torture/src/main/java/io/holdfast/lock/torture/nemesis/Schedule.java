package io.holdfast.lock.torture.nemesis;

import io.holdfast.lock.torture.nemesis.Battlefield.Node;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * An endless sequence of rounds that a seed decides, together with the faults to choose from, their
 * order and the tempo. A pure function of these.
 */
final class Schedule implements Iterator<Round> {

  private static final int OPEN_PERCENT = 50;

  /** In one of this number of rounds several nodes are hurt, if there is a fault of several. */
  private static final int ROUNDS_UNTIL_SEVERAL = 3;

  private final Random random;
  private final List<Fault> faults; // of one node, or one worker, at a time
  private final List<Fault> ofSeveral;
  private final Tempo tempo;
  private final Battlefield field;
  private final Queue<Node> victims = new ArrayDeque<>(); // the last, as many as may be hurt still
  private final Queue<Fault> first; // once, before all others
  private int rounds;

  Schedule(long seed, List<Fault> faults, Tempo tempo, Battlefield field) {
    this(seed, faults, Set.of(), tempo, field);
  }

  /** That begins with one round for each of the faults of some names. */
  Schedule(long seed, List<Fault> faults, Set<String> first, Tempo tempo, Battlefield field) {
    this.random = new Random(seed);
    this.faults = faults.stream().filter(fault -> fault.target() != Target.NODES).toList();
    this.ofSeveral = faults.stream().filter(fault -> fault.target() == Target.NODES).toList();
    this.tempo = tempo;
    this.field = field;
    this.first = first(first);
  }

  private Queue<Fault> first(Set<String> names) {
    Map<String, Fault> found = new TreeMap<>();
    faults.stream()
        .filter(fault -> names.contains(fault.name()))
        .forEach(fault -> found.put(fault.name(), fault));
    List<Fault> shuffled = new ArrayList<>(found.values());
    if (!shuffled.isEmpty()) { // else other runs of this seed would be other ones
      Collections.shuffle(shuffled, random);
    }
    return new ArrayDeque<>(shuffled);
  }

  /** Whether a fault that has to come once has not yet come. */
  boolean isOwed() {
    return !first.isEmpty();
  }

  @Override
  public boolean hasNext() {
    return !faults.isEmpty() || !ofSeveral.isEmpty();
  }

  @Override
  public Round next() {
    if (!hasNext()) {
      throw new NoSuchElementException("no fault to choose from");
    }
    rounds++;
    boolean isOfSeveral = rounds % ROUNDS_UNTIL_SEVERAL == ROUNDS_UNTIL_SEVERAL - 1;
    if (!ofSeveral.isEmpty() && (isOfSeveral || faults.isEmpty())) {
      Round.Planned alone =
          new Round.Planned(choose(ofSeveral), Optional.empty(), random.nextLong());
      return new Round(List.of(alone), Duration.ZERO, false, tempo.drawPause(random));
    }
    List<Fault> chosen = new ArrayList<>();
    chosen.add(first.isEmpty() ? choose(faults) : first.remove());
    boolean wantsPair = tempo.drawPair(random);
    List<Fault> others =
        faults.stream().filter(fault -> canMeet(fault.target(), chosen.get(0).target())).toList();
    if (wantsPair && !others.isEmpty()) {
      chosen.add(choose(others));
    }
    Duration length = tempo.drawLength(random);
    for (Fault fault : chosen) {
      Duration least = fault.atLeast(field);
      length = least.compareTo(length) > 0 ? least : length;
    }
    List<Round.Planned> attacks =
        chosen.stream()
            .map(fault -> new Round.Planned(fault, victim(fault), random.nextLong()))
            .toList();
    boolean isOpen = field.mercy().isPresent() && random.nextInt(100) < OPEN_PERCENT;
    return new Round(attacks, length, isOpen, tempo.drawPause(random));
  }

  /** Nodes that are chosen one by one do not get in each other's way. */
  private boolean canMeet(Target one, Target other) {
    if (one == Target.WORKER || other == Target.WORKER) {
      return one != other;
    }
    return field.mercy().map(mercy -> mercy.nodes() > 1).orElse(one != other);
  }

  /** None of those that may be hurt still; workers are chosen by the fault. */
  private Optional<Node> victim(Fault fault) {
    if (field.mercy().isEmpty() || fault.target() == Target.WORKER) {
      return Optional.empty();
    }
    Node victim = field.anyNode(random, fault.needs(), victims);
    victims.add(victim);
    if (victims.size() >= field.mercy().get().nodes()) {
      victims.remove();
    }
    return Optional.of(victim);
  }

  private Fault choose(List<Fault> among) {
    int left = random.nextInt(among.stream().mapToInt(Fault::weight).sum());
    for (Fault fault : among) {
      left -= fault.weight();
      if (left < 0) {
        return fault;
      }
    }
    throw new IllegalStateException("weights have changed meanwhile: " + among);
  }
}
