package io.holdfast.lock.cli.torture;

import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.torture.workload.Mix;
import io.holdfast.lock.torture.workload.WorkloadFixture;

/** What can be tortured. */
enum Kind {
  /** The plain re-entrant lock. */
  LOCK(PlainWorkload.class, "lock"),
  /** The fair lock. */
  FAIR(FairWorkload.class, "fair"),
  /** The read-write lock. */
  RW(ReadWriteWorkload.class, "rw"),
  /** Pools of permits. */
  POOL(PoolWorkload.class, "pool"),
  /** The quorum lock, over five servers. */
  RED(RedWorkload.class, "red");

  private final Class<? extends WorkloadFixture> fixture;
  private final String segment;

  Kind(Class<? extends WorkloadFixture> fixture, String segment) {
    this.fixture = fixture;
    this.segment = segment;
  }

  /** How workers get at it. */
  String fixture() {
    return fixture.getName();
  }

  /** Whether its order is to be judged. */
  boolean keepsOrder() {
    return WorkloadFixture.named(fixture()).keepsOrderOfArrival();
  }

  /** What workers do with it. */
  Mix mix() {
    return switch (this) {
      case LOCK, FAIR -> Mix.withConditions();
      case RW -> Mix.readWrite();
      case POOL -> Mix.pool();
      case RED -> Mix.all();
    };
  }

  /** Matches the keys that are there while a lock is held, or while somebody uses a pool. */
  String holderPattern() {
    return HoldfastWorkload.PREFIX + ":" + segment + ":*";
  }

  /** Matches the keys of holders that share a lock. */
  String sharersPattern() {
    return HoldfastWorkload.PREFIX + ":" + segment + "r:*";
  }

  /**
   * A regular expression of the keys that may be left when all clients have ended: the ledgers of
   * names, the counter of the server, and the epochs of nodes.
   */
  String keysThatStay() {
    String ledgers = queuePattern().replace("*", ".*");
    return String.join(
        "|",
        ledgers,
        new Keyspace(HoldfastWorkload.PREFIX).counter(),
        HoldfastWorkload.PREFIX + ":[a-z]+node");
  }

  /** Matches the keys of queues. */
  String queuePattern() {
    return HoldfastWorkload.PREFIX + ":" + segment + "q:*";
  }
}
