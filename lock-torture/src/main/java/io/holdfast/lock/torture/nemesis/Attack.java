package io.holdfast.lock.torture.nemesis;

import java.time.Duration;
import java.util.Random;
import java.util.Set;

/** A fault of the catalogue. */
record Attack(String name, int weight, Target target, Set<Need> needs, double leases, Way way)
    implements Fault {

  /** How it is done. */
  @FunctionalInterface
  interface Way {
    Healing inject(Battlefield field, Random random, Duration length) throws Exception;
  }

  Attack(String name, int weight, Target target, Set<Need> needs, Way way) {
    this(name, weight, target, needs, 0, way);
  }

  /** At least this number of leases long. */
  @Override
  public Duration atLeast(Battlefield field) {
    return Duration.ofNanos((long) (field.lease().toNanos() * leases));
  }

  @Override
  public Healing inject(Battlefield field, Random random, Duration length) throws Exception {
    return way.inject(field, random, length);
  }

  @Override
  public String toString() {
    return name;
  }
}
