package io.holdfast.lock.torture.nemesis;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A fault that writes down what is done to it, and fails as often as it is told to. */
final class FakeFault implements Fault {

  private final String name;
  private final Target target;
  private final Set<Need> needs;
  private final List<String> log;
  final AtomicInteger injectionsToFail = new AtomicInteger();
  final AtomicInteger healingsToFail = new AtomicInteger();
  volatile boolean isOpen;

  FakeFault(String name, Target target, List<String> log, Need... needs) {
    this.name = name;
    this.target = target;
    this.log = log;
    this.needs = Set.of(needs);
  }

  static List<String> log() {
    return new CopyOnWriteArrayList<>();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int weight() {
    return 1;
  }

  @Override
  public Target target() {
    return target;
  }

  @Override
  public Set<Need> needs() {
    return needs;
  }

  @Override
  public Healing inject(Battlefield field, Random random, Duration length) {
    if (shallFail(injectionsToFail)) {
      throw new IllegalStateException(name + " cannot");
    }
    isOpen = true;
    log.add("+" + name);
    return Healing.by(name + " " + random.nextInt(1_000_000), this::heal);
  }

  private void heal() {
    if (shallFail(healingsToFail)) {
      throw new AssertionError(name + " stays");
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new IllegalStateException("interrupted");
    }
    isOpen = false;
    log.add("-" + name);
  }

  private static boolean shallFail(AtomicInteger times) {
    return times.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
  }

  @Override
  public String toString() {
    return name;
  }
}
