package io.holdfast.lock.torture.nemesis;

import io.holdfast.lock.torture.nemesis.Battlefield.Node;
import io.holdfast.lock.torture.nemesis.NemesisEvent.Kind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** What a nemesis does, round after round. Of its thread, except {@link #stop}. */
final class Campaign {

  private static final int HEALING_TRIES = 3;
  private static final int FINAL_TRIES = 10;
  private static final Duration TRYING = Duration.ofMinutes(1); // no other try is begun after it
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);

  private final Battlefield field;
  private final Schedule schedule;
  private final Duration warmUp;
  private final Duration run;
  private final Journal journal;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Deque<Wound> open = new ArrayDeque<>(); // what is not healed, youngest first
  private final Queue<Node> hurt = new ArrayDeque<>(); // by the schedule's choice, oldest first
  private final Map<Node, Long> wellNanos = new HashMap<>(); // when one that was healed is well

  /** A fault that has been injected. */
  private record Wound(int round, Fault fault, Optional<Node> victim, Healing healing) {}

  Campaign(Battlefield field, Schedule schedule, Duration warmUp, Duration run, Journal journal) {
    this.field = field;
    this.schedule = schedule;
    this.warmUp = warmUp;
    this.run = run;
    this.journal = journal;
  }

  /** From any thread: it begins nothing more and heals what there is. */
  void stop() {
    stopped.countDown();
  }

  /** Returns what could not be healed. */
  List<String> fight() {
    long endNanos = System.nanoTime() + run.toNanos();
    try {
      rest(warmUp);
      for (int round = 1; !isStopped() && isToGoOn(endNanos); round++) {
        fight(round, schedule.next());
      }
    } finally {
      healAll(FINAL_TRIES);
    }
    return open.stream().map(wound -> wound.fault().name() + ": " + wound.healing()).toList();
  }

  private boolean isToGoOn(long endNanos) {
    return System.nanoTime() - endNanos < 0 || schedule.isOwed();
  }

  private void fight(int number, Round round) {
    for (Round.Planned planned : round.attacks()) {
      planned.victim().ifPresent(this::makeRoom);
      if (planned.fault().target() == Target.NODES) {
        makeRoom(0);
      }
      if (!isStopped()) {
        inject(number, planned, round.length());
      }
    }
    rest(round.length());
    if (round.isOpen()) {
      heal(wound -> wound.victim().isEmpty(), HEALING_TRIES);
    } else {
      healAll(HEALING_TRIES);
      rest(round.pause());
    }
  }

  /** Those that were hurt first are healed, and well, before there are too many. */
  private void makeRoom(Node next) {
    makeRoom(field.mercy().orElseThrow().nodes() - 1);
    hurt.add(next);
  }

  /** How many of those that were hurt last may still be hurt. */
  private void makeRoom(int most) {
    while (hurt.size() > most && !isStopped()) {
      Node first = hurt.remove();
      heal(wound -> wound.victim().filter(first::equals).isPresent(), HEALING_TRIES);
      Long well = wellNanos.remove(first);
      rest(Duration.ofNanos(well == null ? 0 : well - System.nanoTime()));
    }
  }

  private void inject(int round, Round.Planned planned, Duration length) {
    Fault fault = planned.fault();
    journal.write(Kind.INJECTING, round, fault.name(), "for " + length.toMillis() + " ms");
    try {
      Battlefield aim = planned.victim().map(field::only).orElse(field);
      Healing healing = fault.inject(aim, new Random(planned.seed()), length);
      open.push(new Wound(round, fault, planned.victim(), healing));
      journal.write(Kind.INJECTED, round, fault.name(), healing.done());
      if (fault.target() == Target.NODES) {
        rest(healing.convalescence()); // only the fault knows its victim
      }
    } catch (InterruptedException e) {
      journal.write(Kind.INJECT_FAILED, round, fault.name(), "interrupted");
    } catch (Exception | AssertionError e) {
      journal.write(Kind.INJECT_FAILED, round, fault.name(), e.toString());
    }
  }

  private void healAll(int tries) {
    heal(wound -> true, tries);
  }

  /**
   * Youngest first; what fails is tried again, and one failure does not keep others from it.
   * Nothing more is begun when one could not be healed.
   */
  private void heal(Predicate<Wound> which, int tries) {
    for (Wound wound : open.stream().filter(which).toList()) {
      if (heal(wound, tries)) {
        open.remove(wound);
      } else {
        stop();
      }
    }
  }

  private boolean heal(Wound wound, int tries) {
    String name = wound.fault().name();
    long start = System.nanoTime();
    for (int i = 1; i <= tries && (i == 1 || System.nanoTime() - start < TRYING.toNanos()); i++) {
      boolean interrupted = Thread.interrupted(); // it would make the healing fail
      if (interrupted) {
        stop();
      }
      journal.write(Kind.HEALING, wound.round(), name, wound.healing().done());
      try {
        wound.healing().heal();
        wound.victim().ifPresent(node -> convalesces(node, wound.healing().convalescence()));
        journal.write(Kind.HEALED, wound.round(), name, wound.healing().done());
        return true;
      } catch (Exception | AssertionError e) {
        journal.write(Kind.HEAL_FAILED, wound.round(), name, e.toString());
        pauseForHealing();
      }
    }
    return false;
  }

  private void convalesces(Node node, Duration time) {
    wellNanos.put(node, System.nanoTime() + time.toNanos());
  }

  private void pauseForHealing() {
    try {
      TimeUnit.NANOSECONDS.sleep(BETWEEN_TRIES.toNanos());
    } catch (InterruptedException e) {
      stop();
    }
  }

  private void rest(Duration time) {
    try {
      var unused = stopped.await(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      stop();
    }
  }

  private boolean isStopped() {
    if (Thread.interrupted()) {
      stop();
    }
    return stopped.getCount() == 0;
  }
}
